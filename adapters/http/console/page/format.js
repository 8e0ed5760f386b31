// How amounts, times and words are written for people.

import { h } from './dom.js';

/** A maximum beyond so many times the price would squeeze everything else on its scale. */
export const farthest = 3;

let words = {};
let texts = {};
const german = /^de\b/.test(navigator.language);
export const language = german ? 'de' : undefined;

/** Reads the texts; they are needed before anything is shown. */
export async function loadWords() {
  const file = async (name) => {
    const answer = await fetch(new URL(name, import.meta.url));
    if (!answer.ok) throw new Error('The page could not be loaded whole.');
    return answer.json();
  };
  if (german) ({ words, texts } = await file('german.json'));
  else words = await file('words.json');
  if (german) document.documentElement.lang = 'de';
}

/** The key of a text in german.json as the program sends it. */
function keyOf(text) {
  let n = 0;
  for (let i = 0; i < text.length; i += 1) n = (n * 31 + text.charCodeAt(i)) % 38693;
  return n.toString(36);
}

/** A text in the person's language. {n} and the like are replaced by values. */
export function t(text, values = {}) {
  return (texts[keyOf(text)] ?? text).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

/** The text of a word; a word that is newer than the page is shown as it is. */
export function say(kind, word) {
  if (word === null || word === undefined) return '–';
  return words[kind]?.[word] ?? t(String(word).replaceAll('_', ' '));
}

/** An amount. A sum over many sales is rounded to the unit of its currency. */
export function amount(value, currency, sum = false) {
  if (value === null || value === undefined) return '–';
  try {
    return new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: sum ? undefined : 4 }).format(value);
  } catch {
    return `${value} ${currency}`;
  }
}

/** An amount without a currency. */
export const figure = (value) => new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(value);

/** A day without a time. */
export const dayOf = (text) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(`${text}T12:00:00`));

export function count(value) {
  return value === null || value === undefined ? '–' : new Intl.NumberFormat(language).format(value);
}

export function percent(value, digits = 0, least = 0) {
  if (value === null || value === undefined) return '–';
  return new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: least, maximumFractionDigits: digits }).format(value / 100);
}

/** How much a price moves, with its sign: in per cent, or as an amount where that would be 0 %. */
export function move(from, to, currency) {
  if (!from || from === to) return '';
  if (Math.abs(to / from - 1) < 0.0005) {
    return new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 4, signDisplay: 'always' }).format(to - from);
  }
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'always' }).format(to / from - 1);
}

export function moment(text) {
  return text ? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(text)) : '–';
}

/** A time in the shortest form that is unambiguous in a list; exact times have their seconds. */
export function shortly(text, exact = false) {
  const at = new Date(text);
  const year = at.getFullYear() === new Date().getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat(language, { year, month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: exact ? '2-digit' : undefined }).format(at);
}

const steps = [['second', 60], ['minute', 60], ['hour', 24], ['day', 30], ['month', 12], ['year', Infinity]];

/** A number of seconds as a length of time. */
export function span(seconds) {
  if (seconds === null || seconds === undefined) return '–';
  let value = Math.max(0, seconds);
  for (const [unit, size] of steps) {
    if (value < size) {
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(Math.floor(value));
    }
    value /= size;
  }
  return '–';
}

/** How long ago a time is, or how long until then. */
export function ago(text) {
  if (!text) return '–';
  const seconds = (Date.now() - new Date(text).getTime()) / 1000;
  if (Math.abs(seconds) < 2) return t('now');
  return seconds > 0 ? t('{time} ago', { time: span(seconds) }) : t('in {time}', { time: span(-seconds) });
}

/** An element that says how long ago a time is, and is kept right by refreshTimes. */
export function since(text) {
  return text ? h('time', { datetime: text, title: moment(text), 'data-ago': true }, ago(text)) : '–';
}

export function refreshTimes() {
  for (const node of document.querySelectorAll('time[data-ago]')) node.textContent = ago(node.dateTime);
}

export function shop(id) {
  return say('marketplaces', id);
}

/** The reason of a decision; a decision from before the sentences has plain words. */
export function why(change) {
  return change.sentences.length > 0 ? change.sentences
    : [say('reasons', change.reason), ...change.adjustments.map((a) => say('adjustments', a))];
}

/** A price beside its total with shipping, if shipping is charged. */
export function withShipping(price, shipping, landed, currency) {
  return price === null || !shipping ? '' : t('+ {shipping} shipping = {sum}', { shipping: amount(shipping, currency), sum: amount(landed, currency) });
}

/** A text that begins with a capital. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A link to the page of a product at its marketplace. */
export const atShop = (market, asin) => h('a', { href: `https://www.${shop(market)}/dp/${encodeURIComponent(asin)}`, target: '_blank', rel: 'noopener noreferrer' }, asin);

/** The attributes that distinguish a variation, such as "Color Red · Size L"; "" for other products. */
export function variation(row) {
  return row.variation.map(({ name, value }) => `${capital(name.replaceAll('_', ' '))} ${value}`).join(' · ');
}

/** Who has the box: you, or the seller by name. */
export function boxOwner(box) {
  const name = say('owners', box.owner);
  if (!box.seller_id || !['competitor', 'team'].includes(box.owner)) return name;
  return box.owner === 'team' ? `${name} ${box.seller_id}` : box.seller_id;
}
