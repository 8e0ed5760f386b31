// The rows, with a search, filters and pages.

import { h, s, keep, button } from './dom.js';
import { amount, boxOwner, farthest, percent, say, shop, since, variation } from './format.js';
import { strategyName } from './api.js';

const pageSize = 25;

const needs = {
  held: { hold: 'any' }, loss: { under_break_even: 'true' }, at_min: { at_min: 'true' }, at_max: { at_max: 'true' },
  missing_cost: { missing_cost: 'true' }, stale: { stale: 'true' },
};

/** Makes the place of the rows; changed is called when others are to be shown. */
export function rowsPlace(changed) {
  const wanted = { q: '', mode: '', owner: '', need: '', sort: '-created_at' };
  let cursors = [''];
  let waiting = 0;

  const again = () => {
    cursors = [''];
    changed();
  };
  const search = h('input', {
    type: 'search', id: 'search', placeholder: 'SKU, ASIN or title', maxlength: 200, 'aria-label': 'Search in SKU, ASIN and title',
    oninput: () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        wanted.q = search.value.trim();
        again();
      }, 250);
    },
  });
  const choice = (name, label, options) => h('select', {
    id: `filter-${name}`, 'aria-label': label,
    onchange: (event) => {
      wanted[name] = event.target.value;
      again();
    },
  }, options.map(([value, text]) => h('option', { value }, text)));
  const choices = {
    mode: choice('mode', 'Mode', [['', 'Any mode'], ...['auto', 'manual', 'off'].map((m) => [m, `Mode: ${say('modes', m)}`])]),
    owner: choice('owner', 'Who has the buy box', [['', 'Any buy box'],
      ...['own', 'team', 'competitor', 'amazon', 'none', 'unknown'].map((o) => [o, `Box: ${say('owners', o)}`])]),
    need: choice('need', 'What the rows need', [['', 'All rows'], ['held', 'On hold'], ['loss', 'Sold at a loss'], ['at_min', 'At the minimum price'],
      ['at_max', 'At the maximum price'], ['missing_cost', 'Cost missing'], ['stale', 'Offers too old']]),
    sort: choice('sort', 'Order', [['-created_at', 'Newest first'], ['current_price', 'Cheapest first'], ['-current_price', 'Dearest first'],
      ['buy_box_share_24h', 'Least buy box first'], ['-buy_box_share_24h', 'Most buy box first']]),
  };
  const list = h('tbody', {});
  const table = h('table', { class: 'rows', id: 'rows' },
    h('thead', {}, h('tr', {}, ['Offer', 'Price', 'Floor to maximum', 'Buy box, with shipping', 'Share 24 h', 'Last decision', 'State'].map((t) => h('th', { scope: 'col' }, t)))), list);
  const empty = h('p', { class: 'empty', id: 'rows-empty', hidden: true });
  const before = button('Previous', () => {
    cursors.pop();
    changed();
  }, { id: 'previous' });
  let next = null;
  const after = button('Next', () => {
    cursors.push(next);
    changed();
  }, { id: 'next' });
  const place = h('span', { class: 'hint', id: 'page-place' });
  const clear = button('Show all rows', () => narrow({}), { class: 'quiet' });

  function narrow(filters) {
    Object.assign(wanted, { q: '', mode: '', owner: '', need: '' }, filters);
    search.value = wanted.q;
    for (const [name, node] of Object.entries(choices)) node.value = wanted[name];
    again();
  }

  const node = h('section', { class: 'card', 'aria-label': 'Rows' },
    h('h2', {}, 'Offers'),
    h('div', { class: 'filters' }, search, Object.values(choices)), h('div', { class: 'scroll' }, table), empty,
    h('div', { class: 'pages' }, before, place, after));

  return {
    node,
    narrow(filters) {
      narrow(filters);
      node.scrollIntoView({ block: 'start' });
    },
    /** The query to the API. */
    query() {
      return {
        limit: pageSize, cursor: cursors.at(-1), sort: wanted.sort, q: wanted.q, mode: wanted.mode, buy_box_owner: wanted.owner, ...needs[wanted.need],
      };
    },
    /** The first page again, for a cursor that is not good any more. */
    rewind() {
      cursors = [''];
    },
    update(page) {
      keep(list, page.data, (row) => row.id, line);
      next = page.meta.next_cursor;
      const first = (cursors.length - 1) * pageSize;
      before.disabled = cursors.length === 1;
      after.disabled = next === null;
      place.textContent = page.data.length ? `${first + 1} to ${first + page.data.length}` : '';
      const narrowed = wanted.q || wanted.mode || wanted.owner || wanted.need;
      table.hidden = page.data.length === 0;
      empty.hidden = page.data.length > 0;
      empty.replaceChildren(...(page.data.length ? [] : narrowed
        ? [h('span', {}, 'No offer fits. '), clear]
        : [h('span', {}, 'There are no offers here yet. They come with '), h('code', {}, 'POST /api/v1/sa/repricer/products'), h('span', {}, '.')]));
    },
  };
}

function cell(label, ...content) {
  return h('td', { 'data-label': label }, ...content);
}

function line(row) {
  const box = row.buy_box;
  return h('tr', { class: row.hold ? 'held' : '' },
    h('td', { class: 'offer' },
      h('a', { href: `#/rows/${row.id}`, 'data-focus': `row-${row.id}` }, row.title ?? row.sku),
      row.variation.length ? h('span', { class: 'variation' }, variation(row)) : null,
      h('span', { class: 'hint' }, `${row.sku} · ${shop(row.marketplace_id)} · ${strategyName(row.effective_strategy_id)}`)),
    cell('Price', h('b', {}, amount(row.current_price, row.currency)),
      row.shipping ? [h('br', {}), h('span', { class: 'hint' }, `+ ${amount(row.shipping, row.currency)} shipping`),
        h('br', {}), h('span', { class: 'hint' }, `= ${amount(row.landed_price, row.currency)}`)] : null),
    cell('Floor to maximum', band(row)),
    cell('Buy box, with shipping', h('span', { class: `swatch ${box.owner}`, 'aria-hidden': 'true' }), boxOwner(box),
      box.price === null ? null : [h('br', {}), h('span', { class: 'hint' }, amount(box.price, row.currency))]),
    cell('Share 24 h', percent(row.buy_box_share_24h)),
    cell('Last decision', decided(row)),
    cell('State', h('span', { class: `badge ${row.hold ? 'bad' : row.mode === 'off' ? '' : 'good'}` }, row.hold ? 'on hold' : say('modes', row.mode)),
      row.hold && row.hold.price !== null ? h('span', { class: 'hint' }, ` ${amount(row.hold.price, row.currency)} held back`) : null));
}

function decided(row) {
  const d = row.last_decision;
  if (!d) return '–';
  return [say('verdicts', d.action), h('span', { class: 'hint' }, ' ', since(d.created_at)),
    d.target_price === null ? null : [h('br', {}), h('span', { class: 'hint' }, `target ${amount(d.target_price, row.currency)}`)]];
}

/** The place of the price between floor and maximum. */
function band(row) {
  return [range(row), row.floor.break_even === null ? null : [h('br', {}), h('span', { class: 'hint' }, `break-even ${amount(row.floor.break_even, row.currency)}`)]];
}

function range(row) {
  const floor = row.floor.price, ceiling = row.ceiling, price = row.current_price;
  const text = h('span', { class: 'hint' }, `${amount(floor, row.currency)} – ${ceiling === null ? 'no maximum' : amount(ceiling, row.currency)}`);
  if (floor === null || ceiling === null || price === null || ceiling <= floor || ceiling > farthest * price) return text;
  const at = Math.min(1, Math.max(0, (price - floor) / (ceiling - floor)));
  return [s('svg', { class: 'band', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    s('rect', { x: 0, y: 3, width: 100, height: 2, class: 'rail' }), s('rect', { x: at * 96, y: 0, width: 4, height: 8, class: 'mark' })), text];
}
