// Dates as texts such as 2026-11-22: the visitor's current date, day numbers to count with, names in the page's
// language. Differences are computed in UTC, so that daylight saving time does not change the length of a day.

const DAY = 86_400_000; // milliseconds
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The current date on the visitor's clock. */
export function today(instant: Date = new Date()) {
    const two = (part: number) => String(part).padStart(2, "0");
    return `${String(instant.getFullYear()).padStart(4, "0")}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}

/** Whether a text is a valid date. */
export const isDate = (text: string) => DATE.test(text) && !Number.isNaN(Date.parse(text)) && dateOf(numberOf(text)) === text;

/** The number of a day; consecutive days have consecutive numbers. */
export const numberOf = (date: string) => Math.floor(Date.parse(date) / DAY);

/** The date of a day number. */
export const dateOf = (number: number) => new Date(number * DAY).toISOString().slice(0, 10);

/** The date some days later, or earlier if negative. */
export const addDays = (date: string, days: number) => dateOf(numberOf(date) + days);

/** The dates of a month such as 2026-11. */
export function daysOf(month: string): string[] {
    const first = `${month}-01`;
    return Array.from({ length: 31 }, (_, dayOffset) => addDays(first, dayOffset)).filter((date) => date.startsWith(month));
}

/** The weekday of a date: Monday is 0. */
export const weekday = (date: string) => (new Date(date).getUTCDay() + 6) % 7;

/** A date in words. */
export function formatDate(
    date: string,
    language: string,
    how: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long", year: "numeric" },
) {
    return new Intl.DateTimeFormat(language, { ...how, timeZone: "UTC" }).format(new Date(date));
}

/** A time as minutes and seconds, with hours if it has any. */
export function formatSeconds(seconds: number) {
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const [first, ...rest] = parts[0] ? parts : parts.slice(1);
    return [first, ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
}

/** A time as minutes, seconds and tenths. */
export function formatTenths(seconds: number) {
    const tenths = Math.floor(seconds * 10);
    return `${formatSeconds(Math.floor(tenths / 10))}.${tenths % 10}`;
}
