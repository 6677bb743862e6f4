// How values are written, for all parts of the page.

export const by = (id) => document.getElementById(id);

export function number(value, digits = 1) {
  if (value === null || value === undefined) return '–';
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(+value.toFixed(digits));
}

/** The time of day, of milliseconds since 1970 or of a written time. */
export const clock = (time) => new Date(time).toLocaleTimeString('en-GB');

/** The time of day, with its date where that is another day. */
export function since(time) {
  const then = new Date(time);
  const day = then.toDateString() === new Date().toDateString() ? '' : `${then.toLocaleDateString('en-CA')} `;
  return day + clock(then);
}

export function money(minorUnits, currency) {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  return `${(minorUnits / 10 ** digits).toFixed(digits)} ${currency}`;
}

export const counted = (count, one, many = `${one}s`) => `${Number(count).toLocaleString('en')} ${Number(count) === 1 ? one : many}`;

export function text(kind, content, className = '') {
  const element = document.createElement(kind);
  element.textContent = content;
  element.className = className;
  return element;
}

/** Writes a text only where it is another one: screen readers and selections are left alone. */
export function write(element, content) {
  if (element.textContent !== content) element.textContent = content;
}
