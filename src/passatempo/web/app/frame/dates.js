// @ts-check
// Days as texts such as 2026-11-22: today's where the visitor is, numbers to count by, names in the page's language.
// Between days is reckoned without hours, so that no change of the clock makes a day longer.

const DAY = 86_400_000; // milliseconds
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The day that the visitor's clock shows.
 * @param {Date} [instant]
 */
export function today(instant = new Date()) {
    const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
    return `${String(instant.getFullYear()).padStart(4, "0")}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}

/** Whether a text is a day that there is. @param {string} text */
export const isDate = (text) => DATE.test(text) && !Number.isNaN(Date.parse(text)) && dateOf(numberOf(text)) === text;

/** The number of a day; the next one has the next number. @param {string} date */
export const numberOf = (date) => Math.floor(Date.parse(date) / DAY);

/** The day of a number. @param {number} number */
export const dateOf = (number) => new Date(number * DAY).toISOString().slice(0, 10);

/** Some days later, or before. @param {string} date @param {number} days */
export const addDays = (date, days) => dateOf(numberOf(date) + days);

/** The days of a month such as 2026-11. @param {string} month @returns {string[]} */
export function daysOf(month) {
    const first = `${month}-01`;
    return Array.from({ length: 31 }, (_, dayOffset) => addDays(first, dayOffset)).filter((date) => date.startsWith(month));
}

/** The place of a day in its week: Monday is 0. @param {string} date */
export const weekday = (date) => (new Date(date).getUTCDay() + 6) % 7;

/**
 * A day in words.
 * @param {string} date
 * @param {string} language
 * @param {Intl.DateTimeFormatOptions} [how]
 */
export function formatDate(date, language, how = { weekday: "long", day: "numeric", month: "long", year: "numeric" }) {
    return new Intl.DateTimeFormat(language, { ...how, timeZone: "UTC" }).format(new Date(date));
}

/** A time as on a clock: minutes and seconds, and hours where there are any. @param {number} seconds */
export function formatSeconds(seconds) {
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const [first, ...rest] = parts[0] ? parts : parts.slice(1);
    return [first, ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
}
