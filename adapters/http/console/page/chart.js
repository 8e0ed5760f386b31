// The chart of a row's prices: the live price, between floor and maximum, beside
// the offers that decisions priced against and the buy box of now.

import { h, s, show } from './dom.js';
import { amount, farthest, language, moment, say, t } from './format.js';

const kinds = [
  { name: 'price', label: 'Live price' },
  { name: 'target', label: 'Target at a decision' },
  { name: 'market', label: 'Current market' },
  { name: 'floor', label: 'Floor' },
  { name: 'ceiling', label: 'Maximum' },
];
const height = 300;
const edge = { top: 14, right: 12, bottom: 28, left: 62 };
const minute = 60_000, hour = 60 * minute, day = 24 * hour;
const timeSteps = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour, day, 2 * day, 7 * day, 14 * day, 30 * day, 90 * day, 365 * day];

const time = (text) => new Date(text).getTime();

/**
 * The lines of a history, oldest entry first. A value of null ends a line. The
 * live price is what each decision found, and what was seen live after it.
 * Before the first decision of the row its price is assumed.
 */
export function linesOf({ entries, before, row, from, now }) {
  const out = { price: [], target: [], market: [], floor: [], ceiling: [], assumed: { price: [], floor: [], ceiling: [] } };
  const seenLive = (e) => (e.submission?.confirmed_at ? time(e.submission.confirmed_at) : null);
  const bounds = (e, t) => {
    if (e.floor === null) return;
    out.floor.push({ t, v: e.floor });
    out.ceiling.push({ t, v: e.ceiling });
  };
  if (before) {
    const live = seenLive(before);
    if (live === null || live > from) out.price.push({ t: from, v: before.old_price });
    if (live !== null) out.price.push({ t: Math.max(live, from), v: before.new_price });
    out.target.push({ t: from, v: before.target_price });
    bounds(before, from);
  } else {
    // The row may be younger than the range.
    const begin = Math.max(from, time(row.created_at));
    const end = entries.length ? time(entries[0].created_at) : now;
    const flat = (v) => (v === null || begin >= end ? [] : [{ t: begin, v }, { t: end, v }]);
    out.assumed.price = flat(entries.length ? entries[0].old_price : row.current_price);
    if (!entries.length) [out.assumed.floor, out.assumed.ceiling] = [flat(row.floor.price), flat(row.ceiling)];
  }
  for (const e of entries) {
    const t = time(e.created_at);
    out.price.push({ t, v: e.old_price });
    const live = seenLive(e);
    if (live !== null) out.price.push({ t: live, v: e.new_price });
    out.target.push({ t, v: e.target_price });
    bounds(e, t);
  }
  out.price.sort((a, b) => a.t - b.t);
  if (row.current_price !== null) out.price.push({ t: now, v: row.current_price });
  // Targets are known at decisions only, also at those that the history leaves out; bounds hold until they change.
  const last = row.last_decision;
  if (last && time(last.created_at) > (out.target.at(-1)?.t ?? from)) out.target.push({ t: time(last.created_at), v: last.target_price });
  for (const name of ['floor', 'ceiling']) {
    if (out[name].length) out[name].push({ t: now, v: out[name].at(-1).v });
  }
  if (row.buy_box.price !== null) out.market.push({ t: row.offers_at === null ? now : Math.min(now, time(row.offers_at)), v: row.buy_box.price });
  return out;
}

/** Leaves out values beyond a limit. */
function within(points, limit) {
  return points.map((p) => (p.v !== null && p.v > limit ? { ...p, v: null } : p));
}

/** Round numbers between two amounts. */
export function roundSteps(low, high, wanted) {
  const raw = (high - low) / wanted;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * size).find((n) => n >= raw);
  const out = [];
  for (let n = Math.ceil(low / step); n * step <= high + step * 1e-9; n++) out.push(Number((n * step).toPrecision(12)));
  return out;
}

/** Moments at which to mark the time: with the hour on a short way, else days. */
function timeMarks(from, to, wanted) {
  const least = to - from > 3 * day ? day : minute;
  const step = timeSteps.find((size) => size >= least && (to - from) / size <= wanted) ?? timeSteps.at(-1);
  const shift = new Date(from).getTimezoneOffset() * minute;
  const days = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' });
  const hours = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
  const out = [];
  for (let t = Math.ceil((from - shift) / step) * step + shift; t <= to; t += step) {
    out.push({ t, text: ((t - shift) % day === 0 ? days : hours).format(t) });
  }
  return out;
}

function stepPath(points, x, y) {
  let path = '', open = false;
  for (const { t, v } of points) {
    if (open) path += `H${x(t).toFixed(1)}`;
    if (v === null) {
      open = false;
      continue;
    }
    path += open ? `V${y(v).toFixed(1)}` : `M${x(t).toFixed(1)} ${y(v).toFixed(1)}`;
    open = true;
  }
  return path;
}

/** Makes the place of the chart; pick is called with a decision that is chosen. */
export function chartPlace(pick) {
  const hidden = new Set();
  let shown = null; // { entries, before, row, from, now }
  let chosen = -1;
  let scale = null;

  const legend = h('div', { class: 'legend chart-legend' }, kinds.map(({ name, label }) => h('button', {
    type: 'button', class: 'plain', 'aria-pressed': 'true', 'data-series': name,
    onclick: (event) => {
      if (!hidden.delete(name)) hidden.add(name);
      event.currentTarget.setAttribute('aria-pressed', String(!hidden.has(name)));
      draw();
    },
  }, h('span', { class: `swatch line ${name}`, 'aria-hidden': 'true' }), t(label))));
  const frame = h('div', {
    class: 'frame', tabindex: 0, role: 'group', 'aria-label': t('Price history. Left and right go from decision to decision, Enter opens one.'),
    onkeydown: keyDown,
    // Waits until the key is up, because it would also reach the next focus.
    onkeyup: (event) => {
      if (event.key === 'Enter' && chosen >= 0) pick(shown.entries[chosen]);
    },
    onpointermove: (event) => choose(nearest(event)), onpointerleave: () => choose(-1), onblur: () => choose(-1),
    onclick: (event) => {
      const at = nearest(event);
      if (at >= 0) pick(shown.entries[at]);
    },
  });
  const tip = h('div', { class: 'tip', role: 'status', hidden: true });
  const node = h('div', { class: 'chart' }, legend, frame, tip);
  new ResizeObserver(() => draw()).observe(frame);

  function nearest(event) {
    if (!scale || !shown.entries.length) return -1;
    const at = event.clientX - frame.getBoundingClientRect().left;
    let best = 0;
    shown.entries.forEach((e, i) => {
      if (Math.abs(scale.x(time(e.created_at)) - at) < Math.abs(scale.x(time(shown.entries[best].created_at)) - at)) best = i;
    });
    return best;
  }

  function keyDown(event) {
    const last = (shown?.entries.length ?? 0) - 1;
    if (last < 0) return;
    const to = { ArrowLeft: chosen < 0 ? last : Math.max(0, chosen - 1), ArrowRight: Math.min(last, chosen + 1), Home: 0, End: last }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      choose(to);
    }
  }

  function choose(at) {
    if (at === chosen) return;
    chosen = at;
    const line = frame.querySelector('.cursor');
    tip.hidden = at < 0;
    line?.classList.toggle('on', at >= 0);
    if (at < 0) return;
    const e = shown.entries[at];
    const x = scale.x(time(e.created_at));
    line?.setAttribute('x1', x);
    line?.setAttribute('x2', x);
    const fact = (label, value) => (value === null ? null : h('span', {}, `${t(label)} `, h('b', {}, amount(value, e.currency))));
    show(tip, h('span', { class: 'hint' }, moment(e.created_at)), h('span', {}, `${say('verdicts', e.action)}: ${amount(e.old_price, e.currency)} → `,
      h('b', {}, amount(e.new_price, e.currency))), fact('Target', e.target_price), fact('Floor', e.floor), fact('Maximum', e.ceiling));
    const room = frame.clientWidth;
    tip.style.left = `${Math.min(Math.max(x, 90), room - 90)}px`;
  }

  function draw() {
    const width = frame.clientWidth;
    if (!shown || width < 80) return;
    const { entries, row, from, now } = shown;
    const lines = linesOf(shown);
    const marks = entries.filter((e) => e.action === 'change' || e.action === 'suggest');
    const known = (points) => points.map((p) => p.v).filter((v) => v !== null);
    const prices = [...known(lines.price), ...known(lines.assumed.price), ...marks.map((e) => e.new_price)];
    const limit = prices.length ? farthest * Math.max(...prices) : Infinity;
    lines.ceiling = within(lines.ceiling, limit);
    lines.assumed.ceiling = within(lines.assumed.ceiling, limit);
    const values = kinds.filter((k) => !hidden.has(k.name)).flatMap((k) => [...known(lines[k.name]), ...known(lines.assumed[k.name] ?? [])]);
    if (!hidden.has('price')) values.push(...marks.map((e) => e.new_price));
    let low = Math.min(...values), high = Math.max(...values);
    if (!values.length) [low, high] = [0, 1];
    const room = (high - low) * 0.08 || high * 0.05 || 1;
    low = Math.max(0, low - room);
    high += room;
    const span = Math.max(now - from, 1);
    const x = (t) => edge.left + ((Math.max(t, from) - from) / span) * (width - edge.left - edge.right);
    const y = (v) => edge.top + (1 - (v - low) / (high - low)) * (height - edge.top - edge.bottom);
    scale = { x, y };
    const series = (name, ...more) => (hidden.has(name) ? null : s('g', { class: `series ${name}`, 'data-series': name },
      s('path', { d: stepPath(lines[name], x, y), 'data-points': known(lines[name]).length }),
      lines.assumed[name]?.length ? s('path', { class: 'assumed', d: stepPath(lines.assumed[name], x, y) }) : null, more));
    const market = () => (hidden.has('market') ? null : s('g', { class: 'series market', 'data-series': 'market' },
      lines.market.map(({ t, v }) => s('path', { d: `M${(x(t) - 5).toFixed(1)} ${y(v).toFixed(1)}l5 -5l5 5l-5 5z`, 'data-value': v }))));
    const beyond = () => (hidden.has('ceiling') || row.ceiling === null || row.ceiling <= limit ? null : s('g', { class: 'beyond' },
      s('path', { d: `M${width - edge.right - 10} ${edge.top + 9}l5 -9l5 9z` }),
      s('text', { x: width - edge.right - 16, y: edge.top + 9, 'text-anchor': 'end' }, `${t('Maximum')} ${amount(row.ceiling, row.currency)}`)));
    const mark = (e) => s('circle', {
      cx: x(time(e.created_at)), cy: y(e.new_price), r: marks.length > width / 20 ? 2.5 : 4, class: e.outcome === 'confirmed' ? 'live' : 'planned', 'data-change': e.id,
    });
    show(frame, s('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': summary(entries, row) },
      roundSteps(low, high, 5).map((v) => s('g', { class: 'grid' }, s('line', { x1: edge.left, x2: width - edge.right, y1: y(v), y2: y(v) }),
        s('text', { x: edge.left - 8, y: y(v) + 4, 'text-anchor': 'end' }, amount(v, row.currency)))),
      timeMarks(from, now, Math.max(2, width / 75)).map(({ t, text }) => s('text', { class: 'when', x: x(t), y: height - 8, 'text-anchor': x(t) > width - 30 ? 'end' : 'middle' }, text)),
      s('line', { class: 'cursor', y1: edge.top, y2: height - edge.bottom }),
      series('ceiling'), series('floor'), series('target'), series('price', marks.map(mark)), market(), beyond()));
    chosen = -1;
    tip.hidden = true;
  }

  return {
    node,
    /** Shows the decisions of a range, the decision before it (or null) and the row. */
    update(next) {
      const last = shown;
      shown = next;
      // While a point is selected, the chart is redrawn only for new data.
      if (chosen >= 0 && JSON.stringify(last.entries) === JSON.stringify(next.entries)) return;
      draw();
    },
  };
}

function summary(entries, row) {
  return t('{n} decisions; the price is {price}. The list below has them in words.', { n: entries.length, price: amount(row.current_price, row.currency) });
}
