// All rows of the repricer, to find, change and export them.

import { h, s, keep, show, button } from './dom.js';
import { amount, boxOwner, capital, count, farthest, percent, say, shop, since, t, variation } from './format.js';
import { accountMarkets, download, read, readStrategies } from './api.js';
import { act, dialog, dash, field, pageOf, pager, tabs, toast } from './ui.js';
import { editable, resumeButton } from './edit.js';
import { addDialog, bulkDialog } from './bulk.js';

const size = 50;
const path = 'sa/repricer/products';
const shelf = 'selling-assistant-filters';

export const productTabs = (now) => tabs(t('Products'), [['#/products', t('Rows')], ['#/strategies', t('Strategies')]], now);

// A chip is a filter of the API that can be on or off, with the words of Today.
const chips = [['hold=any', 'on hold'], ['under_break_even=true', 'sold at a loss'], ['stale=true', 'offers too old'], ['missing_cost=true', 'cost missing'],
  ['at_floor=true', 'at the floor'], ['at_max=true', 'at the maximum']];
const single = ['q', 'strategy_id', 'mode', 'marketplace_id', 'buy_box_owner', 'fulfillment', 'sort'];
const flags = ['under_break_even', 'stale', 'missing_cost', 'at_min', 'at_max', 'at_floor'];

/** Filters with names, kept in this browser. */
const kept = {
  all: () => JSON.parse(localStorage.getItem(shelf) ?? '{}'),
  set(name, query) {
    localStorage.setItem(shelf, JSON.stringify({ ...this.all(), [name]: query }));
  },
  drop(name) {
    const all = this.all();
    delete all[name];
    localStorage.setItem(shelf, JSON.stringify(all));
  },
};

/** The filter of a bulk change that chooses what a query of the list chooses. */
export function filterOf(query) {
  const out = {};
  for (const [name, value] of query) {
    if (value === '' || name === 'sort') continue;
    if (name === 'q') out.q = value;
    else if (flags.includes(name)) out[name] = value === 'true';
    else if (name === 'strategy_id') out[name] = value.split(',').map(Number);
    else out[name] = value.split(',');
  }
  return out;
}

/** Makes the view of the rows that a query chooses. */
export function productsView(text, again) {
  const wanted = new URLSearchParams(text);
  const chosen = new Map(); // rows by id
  const pages = pager(() => again(), size);
  let shown = [], waiting = 0, fits = null;

  const go = () => {
    for (const [name, value] of [...wanted]) if (!value) wanted.delete(name);
    chosen.clear();
    pages.rewind();
    fits = null;
    history.replaceState(null, '', `#/products${wanted.size ? `?${wanted}` : ''}`);
    draw();
    again();
  };
  const search = h('input', {
    type: 'search', id: 'search', placeholder: t('SKU, ASIN or title'), maxlength: 200, 'aria-label': t('Search in SKU, ASIN and title'), value: wanted.get('q') ?? '',
    oninput: () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        wanted.set('q', search.value.trim());
        go();
      }, 250);
    },
  });
  const choice = (name, label, options) => h('select', {
    id: `filter-${name}`, 'aria-label': label, onchange: (event) => {
      wanted.set(name, event.target.value);
      go();
    },
  }, options.map(([value, option]) => h('option', { value, selected: value === (wanted.get(name) ?? '') }, option)));
  const strategy = h('span', {}), market = h('span', {});
  const chipPlace = h('div', { class: 'chips', role: 'group', 'aria-label': t('Filters') });
  const saved = h('span', {});
  const bar = h('div', { class: 'bulk', id: 'bulk' });
  const list = h('tbody', {});
  const all = h('input', {
    type: 'checkbox', id: 'choose-all', 'aria-label': t('Choose all rows of this page'),
    onchange: () => {
      for (const row of shown) if (all.checked) chosen.set(row.id, row); else chosen.delete(row.id);
      for (const box of list.querySelectorAll('.choose')) box.checked = all.checked;
      draw();
    },
  });
  const heads = [t('Product'), t('State'), t('Price'), t('Cost'), t('Minimum'), t('Maximum'), t('Mode'), t('Strategy'), t('Margin'), t('Buy box')];
  const tableNode = h('table', { class: 'rows', id: 'rows' }, h('caption', { class: 'unseen' }, t('Rows')),
    h('thead', {}, h('tr', {}, h('td', {}, all), heads.map((head, i) => h('th', { scope: 'col', class: [2, 3, 4, 5, 8].includes(i) ? 'number' : null }, head)))), list);
  const empty = h('div', { class: 'empty', id: 'rows-empty', hidden: true });
  const node = h('div', {}, h('div', { class: 'head view-head' }, h('h1', {}, t('Products')), productTabs('#/products'),
    h('div', { class: 'ends' },
      act(t('Add SKUs'), async () => addDialog(await accountMarkets(), () => again()), { id: 'add' }),
      act('CSV', () => download(`${path}.csv`, Object.fromEntries(wanted), 'products.csv'), { id: 'csv', 'aria-label': t('Export these rows as CSV') }),
      act('XLSX', () => download(`${path}.xlsx`, Object.fromEntries(wanted), 'products.xlsx'), { 'aria-label': t('Export these rows as XLSX') }))),
  h('section', { class: 'card', 'aria-label': t('Rows') },
    h('div', { class: 'filters' }, search, strategy, choice('mode', t('Mode'), [['', t('Any mode')], ...['auto', 'manual', 'off'].map((m) => [m, say('modes', m)])]), market,
      choice('buy_box_owner', t('Who has the buy box'), [['', t('Any buy box')], ...['own', 'team', 'competitor', 'amazon', 'none', 'unknown'].map((o) => [o, say('owners', o)])]),
      choice('sort', t('Sort by'), [['', t('Newest first')], ['current_price', t('Cheapest first')], ['-current_price', t('Dearest first')],
        ['buy_box_share_24h', t('Least buy box first')], ['-buy_box_share_24h', t('Most buy box first')]])),
    h('div', { class: 'filters' }, chipPlace, saved), bar,
    h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('Rows') }, tableNode), empty, pages.node));

  function draw() {
    show(chipPlace, chips.map(([pair, label]) => {
      const [name, value] = pair.split('=');
      const on = wanted.get(name) === value;
      return button(capital(t(label)), () => {
        if (on) wanted.delete(name); else wanted.set(name, value);
        go();
      }, { class: 'chip', 'aria-pressed': String(on), 'data-chip': name, 'data-focus': `chip-${name}` });
    }), wanted.size ? button(t('Show all rows'), () => {
      for (const name of [...wanted.keys()]) wanted.delete(name);
      location.hash = '#/products';
      search.value = '';
      go();
    }, { class: 'quiet', 'data-focus': 'chip-clear' }) : null);
    const names = kept.all();
    show(saved, Object.keys(names).length ? h('select', {
      'aria-label': t('Saved filters'), id: 'saved', 'data-focus': 'saved', onchange: (event) => {
        if (event.target.value) location.hash = `#/products?${names[event.target.value]}`;
      },
    }, [['', t('Saved filters')], ...Object.keys(names).map((name) => [name, name])].map(([v, label]) => h('option', { value: v, selected: names[v] === String(wanted) }, label))) : null,
    wanted.size ? button(t('Save filter'), saveFilter, { class: 'quiet', id: 'save-filter', 'data-focus': 'save-filter' }) : null);
    const some = chosen.size > 0;
    show(bar, h('span', { id: 'chosen', role: 'status' }, some ? t('{n} chosen', { n: count(chosen.size) }) : fits === null ? '' : t('{n} rows fit', { n: count(fits) })),
      some ? act(t('Change chosen'), () => bulkDialog({ rows: [...chosen.values()] }, done), { id: 'change-chosen', 'data-focus': 'change-chosen', class: 'main' }) : null,
      act(t('Change all that fit'), async () => bulkDialog({ filter: filterOf(wanted) }, done), { id: 'change-all', 'data-focus': 'change-all' }));
  }

  function done() {
    chosen.clear();
    all.checked = false;
    again();
  }

  function saveFilter() {
    const name = field(t('Name'), 'text', { maxlength: 60, id: 'filter-name' });
    dialog(t('Save filter'), (close) => [name, h('p', { class: 'hint' }, t('It is kept in this browser.')), h('div', { class: 'ends' },
      [...Object.entries(kept.all())].filter(([, query]) => query === String(wanted)).map(([old]) => act(t('Forget {name}', { name: old }), async () => {
        kept.drop(old);
        close();
        draw();
      })),
      act(t('Save'), async () => {
        if (name.input.value.trim()) kept.set(name.input.value.trim(), String(wanted));
        close();
        draw();
        toast(t('Saved.'));
      }, { class: 'main', id: 'keep-filter' }))]);
  }

  function update(row) {
    shown = shown.map((old) => (old.id === row.id ? row : old));
    fill();
    again();
  }

  const fill = () => keep(list, shown, (row) => row.id, line);

  function line(row, there) {
    // What a person is typing stays as it is.
    if (there?.querySelector('[data-editing]') && there.contains(document.activeElement)) return there;
    const cell = (i, look, ...content) => h('td', { class: look || null, 'data-label': heads[i] }, content);
    return h('tr', { class: row.hold ? 'held' : '' },
      h('td', { class: 'pick' }, h('input', {
        type: 'checkbox', class: 'choose', checked: chosen.has(row.id), 'aria-label': t('Choose {name}', { name: row.title ?? row.sku }), 'data-focus': `choose-${row.id}`,
        onchange: (event) => {
          if (event.target.checked) chosen.set(row.id, row); else chosen.delete(row.id);
          draw();
        },
      })),
      h('td', { class: 'offer' }, h('a', { href: `#/products/${row.id}`, 'data-focus': `row-${row.id}` }, row.title ?? row.sku),
        row.variation.length ? h('span', { class: 'variation' }, variation(row)) : null,
        h('span', { class: 'hint' }, `${row.sku} · ${shop(row.marketplace_id)}`)),
      cell(1, 'state loose', stateOf(row, update)),
      cell(2, 'number', h('b', {}, amount(row.current_price, row.currency)), row.shipping ? h('span', { class: 'hint' }, `= ${amount(row.landed_price, row.currency)}`) : null, band(row)),
      cell(3, 'number', editable('cost', row, update)),
      cell(4, 'number', editable('min_price', row, update)),
      cell(5, 'number', editable('max_price', row, update)),
      cell(6, '', editable('mode', row, update)),
      cell(7, 'loose named', editable('strategy_id', row, update)),
      cell(8, 'number loose', row.margin === null ? dash(t('A fee, a cost or the price is not known.')) : h('span', { class: row.margin < 0 ? 'loss' : '' }, percent(row.margin, 1, 1)),
        row.floor.break_even === null ? null : h('span', { class: 'hint' }, t('break-even {price}', { price: amount(row.floor.break_even, row.currency) }))),
      cell(9, 'owner', h('span', { class: `swatch ${row.buy_box.owner}`, 'aria-hidden': 'true' }), boxOwner(row.buy_box),
        row.buy_box.price === null ? null : h('span', { class: 'hint' }, amount(row.buy_box.price, row.currency))));
  }

  draw();
  return {
    node, title: t('Products'),
    async refresh(signal) {
      const query = { ...Object.fromEntries(wanted), limit: size };
      const [page, strategies, account] = await Promise.all([pageOf(pages, (cursor) => read(path, { ...query, cursor }, signal)), readStrategies(signal), accountMarkets(signal)]);
      shown = page.data;
      pages.update(page);
      fill();
      if (!strategy.firstChild) strategy.append(choice('strategy_id', t('Strategy'), [['', t('Any strategy')], ...strategies.map((one) => [String(one.id), one.name])]));
      const markets = [...new Set([...shown.map((row) => row.marketplace_id), ...account])];
      if (!market.firstChild && markets.length > 0) market.append(choice('marketplace_id', t('Marketplace'), [['', t('Any marketplace')], ...markets.map((id) => [id, shop(id)])]));
      tableNode.hidden = shown.length === 0;
      empty.hidden = shown.length > 0;
      all.checked = shown.length > 0 && shown.every((row) => chosen.has(row.id));
      show(empty, shown.length ? [] : wanted.size ? t('No row fits.') : [h('p', {}, t('There are no rows here yet.')), h('p', { class: 'hint' }, t('“Add SKUs” makes rows of the SKUs of your accounts.'))]);
    },
  };
}

/** The state of a row; a held row has its way on. */
function stateOf(row, update) {
  if (row.hold) return [h('span', { class: 'badge bad' }, t('on hold')), resumeButton(row, update), h('span', { class: 'hint why' }, say('holds', row.hold.reason))];
  const d = row.last_decision;
  return d ? [say('verdicts', d.action), h('span', { class: 'hint' }, since(d.created_at))] : dash(t('Nothing has been decided yet.'));
}

/** The place of the price between floor and maximum. */
function band(row) {
  const floor = row.floor.price, ceiling = row.ceiling, price = row.current_price;
  if (floor === null || ceiling === null || price === null || ceiling <= floor || ceiling > farthest * price) return null;
  const place = Math.min(1, Math.max(0, (price - floor) / (ceiling - floor)));
  return s('svg', { class: 'band', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    s('rect', { x: 0, y: 3, width: 100, height: 2, class: 'rail' }), s('rect', { x: place * 96, y: 0, width: 4, height: 8, class: 'mark' }));
}
