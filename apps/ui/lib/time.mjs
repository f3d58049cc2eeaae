/** Times as people read them: near ones relative, all of them exact on hover, and kept fresh. */
import { h } from './dom.mjs';

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: false,
});
const STEPS = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3_600, 24],
  ['day', 86_400, 30],
  ['month', 2_592_000, 12],
  ['year', 31_536_000, Infinity],
];
const REFRESH_MS = 1_000;

function relativeText(at) {
  const seconds = Math.round((at - Date.now()) / 1_000);
  const [unit, size] = STEPS.find(([, step, count]) => Math.abs(seconds) < step * count) ?? STEPS.at(-1);
  return relative.format(Math.round(seconds / size), unit);
}

export function durationText(ms) {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = ms / 1_000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}

export const exactText = (text) => exact.format(new Date(text));
export const clockText = (text) => clock.format(new Date(text));

/** A moment: "3 min ago", exact on hover. */
export function when(text, missing = '–') {
  if (!text) return h('span', { class: 'dim' }, missing);
  const at = Date.parse(text);
  return h('time', { dateTime: text, title: exactText(text), 'data-at': at }, relativeText(at));
}

/** How long something took, or takes so far. */
export function lasting(started, finished) {
  if (!started) return h('span', { class: 'dim' }, '–');
  if (finished) return durationText(Date.parse(finished) - Date.parse(started));
  return h('span', { 'data-since': Date.parse(started) }, durationText(Date.now() - Date.parse(started)));
}

setInterval(() => {
  for (const element of document.querySelectorAll('time[data-at]')) {
    const text = relativeText(Number(element.dataset.at));
    if (element.textContent !== text) element.textContent = text;
  }
  for (const element of document.querySelectorAll('[data-since]')) {
    element.textContent = durationText(Date.now() - Number(element.dataset.since));
  }
}, REFRESH_MS);
