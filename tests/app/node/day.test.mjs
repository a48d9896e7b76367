// Days and streaks without a browser: ends of months, leap years, zones of time and changes of the clock; what is kept.
import assert from "node:assert/strict";
import test from "node:test";

const APP = new URL("../../../src/passatempo/web/app/", import.meta.url);
const dates = await import(new URL("frame/dates.ts", APP));
const { SCHEMA, daysOf, storeDay, daysByDate, streak } = await import(new URL("frame/day/solved.ts", APP));
const { Store, store, MAX_CHARACTERS: MOST } = await import(new URL("frame/storage.ts", APP));
const { write } = await import(new URL("frame/link.ts", APP));

/** A storage as browsers have it. */
function area() {
    const kept = new Map();
    return {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => kept.set(key, value),
        removeItem: (key) => kept.delete(key),
        key: (at) => [...kept.keys()][at] ?? null,
        get length() {
            return kept.size;
        },
    };
}

/** What is kept is forgotten before a test. */
function fresh() {
    const own = area();
    store.area = () => own;
}

/** Do something where clocks show another time. */
function within(zone, deed) {
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
        deed();
    } finally {
        if (before === undefined) delete process.env.TZ;
        else process.env.TZ = before;
    }
}

test("a day is what the visitor's clock shows", () => {
    const moment = new Date("2026-11-30T23:30:00Z");
    for (const [zone, date] of [
        ["UTC", "2026-11-30"],
        ["Europe/Rome", "2026-12-01"],
        ["America/New_York", "2026-11-30"],
        ["Pacific/Kiritimati", "2026-12-01"],
        ["Pacific/Pago_Pago", "2026-11-30"],
        ["Asia/Kathmandu", "2026-12-01"],
    ]) {
        within(zone, () => assert.equal(dates.today(moment), date, zone));
    }
});

test("the day goes from midnight to midnight also where the clock changes", () => {
    // In Rome 2027-03-28 has 23 hours and 2027-10-31 has 25; in Santiago an hour after midnight may be missing.
    for (const [zone, days] of [
        ["Europe/Rome", ["2027-03-27", "2027-03-28", "2027-03-29", "2027-10-30", "2027-10-31", "2027-11-01"]],
        ["America/Santiago", ["2027-04-03", "2027-04-04", "2027-09-04", "2027-09-05", "2027-09-06"]],
        ["Africa/Cairo", ["2027-04-29", "2027-04-30", "2027-10-28", "2027-10-29"]],
    ]) {
        within(zone, () => {
            for (const date of days) {
                const [year, month, day] = date.split("-").map(Number);
                for (const hour of [1.5, 12, 23.9]) {
                    const moment = new Date(year, month - 1, day, Math.floor(hour), (hour % 1) * 60);
                    assert.equal(dates.today(moment), date, `${zone} ${date} ${hour}`);
                }
            }
        });
    }
});

test("days are counted alike in every zone", () => {
    for (const zone of ["UTC", "Europe/Rome", "America/Los_Angeles", "Pacific/Kiritimati", "America/Santiago"]) {
        within(zone, () => {
            assert.equal(dates.addDays("2026-12-31", 1), "2027-01-01");
            assert.equal(dates.addDays("2028-02-28", 1), "2028-02-29");
            assert.equal(dates.addDays("2028-02-29", 1), "2028-03-01");
            assert.equal(dates.addDays("2027-03-01", -1), "2027-02-28");
            assert.equal(dates.numberOf("2027-11-08") - dates.numberOf("2027-11-07"), 1);
            for (let number = dates.numberOf("2026-11-01"); number <= dates.numberOf("2028-10-31"); number += 1) {
                assert.equal(dates.numberOf(dates.dateOf(number)), number);
            }
            assert.match(dates.formatDate("2026-11-22", "en"), /^Sunday, November 22, 2026$/, zone);
        });
    }
});

test("months and weeks", () => {
    assert.equal(dates.daysOf("2028-02").length, 29);
    assert.equal(dates.daysOf("2027-02").length, 28);
    assert.deepEqual([dates.daysOf("2026-12")[0], dates.daysOf("2026-12").at(-1)], ["2026-12-01", "2026-12-31"]);
    assert.deepEqual(["2026-11-23", "2026-11-29", "2026-11-22"].map(dates.weekday), [0, 6, 6]);
    for (const text of ["2026-02-30", "2026-13-01", "2026-11-2", "today", "", "2026-11-22x", "2026-00-10", "x2026-11-22"]) {
        assert.equal(dates.isDate(text), false, text);
    }
    assert.equal(dates.isDate("2028-02-29"), true);
    assert.deepEqual([0, 59, 61, 3600, 36_061].map(dates.formatSeconds), ["0:00", "0:59", "1:01", "1:00:00", "10:01:01"]);
});

test("a streak is days in a row up to today, or to yesterday until midnight", () => {
    const days = ["2026-11-28", "2026-11-29", "2026-11-30", "2026-12-01"];
    assert.deepEqual(streak(days, "2026-12-01"), { now: 4, longest: 4, isToday: true });
    assert.deepEqual(streak(days, "2026-12-02"), { now: 4, longest: 4, isToday: false });
    assert.deepEqual(streak(days, "2026-12-03"), { now: 0, longest: 4, isToday: false });
    assert.deepEqual(streak([], "2026-12-03"), { now: 0, longest: 0, isToday: false });
});

test("a day that was missed breaks it, whatever came before", () => {
    const days = ["2028-02-26", "2028-02-27", "2028-02-28", "2028-03-01"];
    assert.deepEqual(streak(days, "2028-03-01"), { now: 1, longest: 3, isToday: true });
    assert.deepEqual(streak([...days, "2028-02-29"], "2028-03-01"), { now: 5, longest: 5, isToday: true });
    assert.deepEqual(streak(["2027-12-31", "2028-01-01", "2028-01-01"], "2028-01-01"), { now: 2, longest: 2, isToday: true });
});

test("a clock that goes back takes nothing away for ever", () => {
    const days = ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"];
    assert.deepEqual(streak(days, "2026-11-21"), { now: 2, longest: 2, isToday: true });
    assert.deepEqual(streak(days, "2026-11-23"), { now: 4, longest: 4, isToday: true });
});

test("a streak is the same as counting day by day", () => {
    let state = 7;
    const chance = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
    for (let round = 0; round < 300; round += 1) {
        const first = dates.numberOf("2026-11-01") + Math.floor(chance() * 400);
        const all = Array.from({ length: 40 }, (_, at) => first + at).filter(() => chance() < 0.7);
        const today = first + Math.floor(chance() * 40);
        const has = (number) => number <= today && all.includes(number);
        let now = 0;
        for (let number = has(today) ? today : today - 1; has(number); number -= 1) now += 1;
        const runs = all.filter(has).map((number) => {
            let length = 1;
            while (has(number + length)) length += 1;
            return length;
        });
        const mixed = all.map(dates.dateOf).sort(() => chance() - 0.5);
        const expected = { now, longest: Math.max(0, ...runs), isToday: has(today) };
        assert.deepEqual(streak(mixed, dates.dateOf(today)), expected);
    }
});

test("the first solution of a puzzle counts, and one after its day mends no streak", () => {
    fresh();
    const how = { seconds: 61.4, helped: false, late: false };
    assert.equal(storeDay("one", "2026-11-22", how), true);
    assert.equal(storeDay("one", "2026-11-22", { ...how, seconds: 5 }), false);
    assert.equal(storeDay("one", "2026-11-24", { seconds: 10 ** 9, helped: true, late: false }), true);
    assert.equal(storeDay("one", "2026-11-23", { ...how, late: true }), true);
    assert.equal(storeDay("other", "2026-11-23", how), true);
    assert.equal(storeDay("one", "2025-12-31", how), false);
    assert.equal(storeDay("one", "2999-01-01", how), false);
    assert.deepEqual([...daysByDate("one").keys()], ["2026-11-22", "2026-11-23", "2026-11-24"]);
    assert.deepEqual(daysByDate("one").get("2026-11-22"), { seconds: 61, helped: false, late: false });
    assert.deepEqual(daysByDate("one").get("2026-11-24"), { seconds: 86_399, helped: true, late: false });
    assert.deepEqual(daysOf(["one"]), ["2026-11-22", "2026-11-24"]);
    assert.deepEqual(daysOf(["one", "other"]), ["2026-11-22", "2026-11-23", "2026-11-24"]);
    assert.equal(streak(daysOf(["one"]), "2026-11-24").now, 1);
    assert.equal(streak(daysOf(["one", "other"]), "2026-11-24").now, 3);
});

test("streaks go along when data are saved and read elsewhere", () => {
    fresh();
    storeDay("one", "2026-11-22", { seconds: 61, helped: false, late: false });
    const text = store.exportText();
    const there = new Store(area);
    fresh();
    assert.equal(daysByDate("one").size, 0);
    assert.equal(store.importText(text), true);
    assert.equal(daysByDate("one").get("2026-11-22").seconds, 61);
    assert.deepEqual(there.itemNames(), []);
});

test("two years of all five are a small part of what may be kept", () => {
    const solved = Array.from({ length: 731 }, (_, day) => ({ day, seconds: 86_399, helped: true, late: true }));
    assert.ok(5 * write(SCHEMA, { solved }, MOST).length < MOST / 4);
});

test("what is kept and damaged is nothing", () => {
    fresh();
    store.area().setItem("passatempo.v1.daily.one", "abc v1!!!");
    assert.equal(daysByDate("one").size, 0);
    assert.equal(storeDay("one", "2026-11-22", { seconds: 1, helped: false, late: false }), true);
    assert.equal(daysByDate("one").size, 1);
});
