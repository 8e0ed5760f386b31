// Price lists: from the file of a supplier to an order.

import { h, show } from './dom.js';
import { amount, atShop, count, percent, shop, since, t } from './format.js';
import { accountMarkets, download, read, readAll, send, Trouble } from './api.js';
import { act, badge, dialog, dash, field, nothing, pageOf, pager, table, toast } from './ui.js';
import { fact } from './overview.js';
import { buyingTabs } from './buying.js';
import { dropPlace } from './documents.js';

const size = 50;
const path = 'price-list-analyzer/analyses';
const verdicts = { accept: 'good', review: 'warn', reject: 'bad' };
const plain = (word) => t(word.replaceAll('_', ' '));
const rules = { multiple: 'several products fit', pack_unsure: 'pack size unsure', gap: 'a figure is missing', alert: 'an alert of the product' };

export function listsView(_, again) {
  const pages = pager(() => again(), size);
  const list = h('div', {});
  return {
    title: t('Price lists'),
    node: h('div', {}, h('div', { class: 'head view-head' }, h('h1', {}, t('Buying')), buyingTabs('#/buying/lists')), dropPlace(t('Choose a price list'), t('or drop it here: CSV or XLSX with codes and costs'), async ([file]) => file && start(file), '.csv,.tsv,.txt,.xlsx'),
      h('section', { class: 'card', 'aria-label': t('Price lists') }, list, pages.node)),
    async refresh(signal) {
      const page = await pageOf(pages, (cursor) => read(path, { limit: size, cursor }, signal));
      pages.update(page);
      show(list, page.data.length === 0 ? nothing(t('No price lists. Drop the file of a supplier.')) : table(
        [t('List'), t('Marketplace'), t('Rows'), t('Found'), t('State'), t('Started')], page.data.map((a) => [h('a', { href: `#/buying/lists/${a.id}`, 'data-focus': `list-${a.id}` }, a.name ?? `#${a.id}`), shop(a.marketplace_id),
          count(a.rows_total), count(a.rows_matched), state(a), since(a.created_at)]), { id: 'lists', caption: t('Price lists'), numbers: [2, 3] }));
    },
  };
}

const state = (a) => (a.finished_at ? badge(plain(a.status), a.status === 'failed' ? 'bad' : 'good') : [badge(plain(a.stage ?? a.status), 'warn'), h('progress', { max: 1, value: a.progress ?? 0, 'aria-label': plain(a.stage ?? a.status) })]);

/** Asks what the service cannot know about a file, and starts the analysis. */
async function start(file) {
  const [suppliers, markets] = await Promise.all([readAll('suppliers', { sort: 'name' }), accountMarkets()]);
  const fields = {
    supplier_id: field(t('Supplier'), [['', t('none')], ...suppliers.map((s) => [s.id, s.name])], { name: 'supplier_id' }),
    marketplace_id: field(t('Marketplace'), markets.map((id) => [id, shop(id)]), { name: 'marketplace_id' }),
    fulfillment: field(t('Sold by'), [['fba', 'FBA'], ['fbm', 'FBM'], ['both', t('both')]]),
  };
  const mapping = h('div', { class: 'fields', id: 'mapping' });
  const asked = new Map();
  let decimal = null;
  dialog(t('Analyze {file}', { file: file.name }), (close) => [h('div', { class: 'fields' }, Object.values(fields)), mapping, h('div', { class: 'ends' }, act(t('Analyze'), async () => {
    const form = new FormData();
    form.append('file', file);
    for (const [name, { input }] of Object.entries(fields)) if (input.value) form.append(name, input.value);
    if (asked.size || decimal) form.append('mapping', JSON.stringify({ columns: Object.fromEntries([...asked].filter(([, f]) => f.input.value).map(([meaning, f]) => [meaning, meaning === 'identifier' ? [f.input.value] : f.input.value])), ...(decimal ? { decimal: decimal.input.value } : {}) }));
    try {
      const made = (await send('POST', `${path}/file`, form)).data;
      close();
      location.hash = `#/buying/lists/${made.id}`;
    } catch (cause) {
      if (cause.code !== 'mapping_required') throw cause;
      const { candidates = {}, readings, sample = [[]] } = cause.said;
      // Where no column fits, every column may be meant.
      const all = sample[0].map((text, i) => ({ column: String(i + 1), header: text }));
      const open = readings || Object.keys(candidates).length ? candidates : { identifier: all, cost: all };
      for (const [meaning, columns] of Object.entries(open)) {
        const entries = columns.map((c) => [columns === all ? c.column : c.header || c.column, `${c.column}: ${c.header}`]);
        asked.set(meaning, field(t('Which column is: {meaning}', { meaning: plain(meaning) }), columns === all ? [['', t('none')], ...entries] : entries, { name: `map-${meaning}` }));
      }
      if (readings) decimal ??= field(t('The decimal sign of {value}', { value: cause.said.value }), [['.', '.'], [',', ',']], { name: 'decimal' });
      show(mapping, [...asked.values(), decimal]);
      throw new Trouble(readings || open === candidates ? cause.message : t('Choose the column of the identifiers, and that of the costs.'));
    }
  }, { class: 'main', id: 'analyze' }))]);
}

export function listView(id, again) {
  const pages = pager(() => again(), size);
  const head = h('section', { class: 'card', id: 'list', 'aria-label': t('Price list') }), list = h('div', {});
  const wanted = { verdict: '', sort: '-profit', q: '' };
  let waiting = 0, seen = null, moment = 0;
  const over = (name, value) => {
    wanted[name] = value;
    pages.rewind();
    again();
  };
  const search = h('input', { type: 'search', 'aria-label': t('Search products'), placeholder: t('Title, ASIN, code'), maxlength: 200, oninput: () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => over('q', search.value.trim()), 250);
  } });
  const choice = (name, label, options) => h('select', { 'aria-label': label, onchange: (e) => over(name, e.target.value) }, options.map(([v, text]) => h('option', { value: v }, text)));
  return {
    title: t('Price list'),
    node: h('div', { class: 'stack' }, h('p', {}, h('a', { href: '#/buying/lists', class: 'back' }, `← ${t('All price lists')}`)), head, h('section', { class: 'card', 'aria-label': t('Products') }, h('div', { class: 'filters' }, search,
      choice('verdict', t('Verdict'), [['', t('Any verdict')], ...Object.keys(verdicts).map((w) => [w, plain(w)])]), choice('sort', t('Sort by'), [['-profit', t('Most profit first')], ['-roi', t('Most return first')], ['row_number', t('As in the file')]])), list, pages.node)),
    async refresh(signal) {
      const a = (await read(`${path}/${id}`, {}, signal)).data;
      const now = `${a.version} ${a.finished_at}`;
      if (now !== seen) show(head, headOf(a, again));
      seen = now;
      const asked = JSON.stringify([wanted, pages.cursor(), now]);
      if (asked === moment) return;
      const page = await pageOf(pages, (cursor) => read(`${path}/${id}/results`, { ...wanted, limit: size, cursor }, signal));
      moment = asked;
      pages.update(page);
      const sold = (r) => r.fba ?? r.fbm;
      const value = (v, reason) => (v === null || v === undefined ? dash(reason) : h('span', { class: v < 0 ? 'loss' : '' }, amount(v, a.currency)));
      show(list, page.data.length === 0 ? nothing(a.finished_at ? t('No product fits.') : t('The products come in as they are found.')) : table(
        [t('Product'), t('Cost'), t('Price'), t('Profit'), t('Return'), t('Sold in a month'), t('Verdict')], page.data.map((r) => [
          [h('b', {}, r.title ?? r.input?.title ?? r.identifier), h('span', { class: 'hint why' }, r.asin ? atShop(a.marketplace_id, r.asin) : null, r.asin && r.brand ? ' · ' : null, r.brand), r.problem ? h('span', { class: 'hint why' }, plain(r.problem.code ?? r.problem)) : null],
          value(r.cost_per_sellable_unit, t('The list gives no cost.')), value(r.price_used, t('No price is known.')), value(sold(r)?.profit, t('A fee, a cost or a price is missing.')),
          sold(r)?.roi === null || sold(r)?.roi === undefined ? dash(t('A fee, a cost or a price is missing.')) : percent(sold(r).roi, 1, 1),
          r.sales_estimate_month === null ? dash(t('No rank is known.')) : count(r.sales_estimate_month),
          [r.verdict ? badge(plain(r.verdict), verdicts[r.verdict]) : badge(plain(r.status)), r.verdict_rules.length ? h('span', { class: 'hint why' }, r.verdict_rules.map((rule) => plain(rules[rule] ?? rule)).join(', ')) : null]]), { id: 'results', caption: t('Products'), numbers: [1, 2, 3, 4, 5] }));
    },
  };
}

function headOf(a, again) {
  return [h('div', { class: 'head' }, h('div', {}, h('h1', {}, a.name ?? `#${a.id}`), h('p', { class: 'hint' }, `${shop(a.marketplace_id)} · ${a.currency}`)), h('span', {}, state(a))),
    h('div', { class: 'ends actions' }, a.finished_at ? act(t('Order what is accepted'), () => propose(a), { class: 'main quiet', id: 'propose' }) : null,
      ['csv', 'xlsx'].map((form) => act(form.toUpperCase(), () => download(`${path}/${a.id}/results.${form}`, {}, `list-${a.id}.${form}`), { class: 'quiet', 'aria-label': t('Export as {format}', { format: form.toUpperCase() }) })),
      act(t('Costs and goals'), () => expenses(a, again), { class: 'quiet', id: 'expenses' })),
    h('dl', { class: 'facts narrow' }, [['Rows', a.rows_total], ['Found', a.rows_matched], ['Not found', a.rows_unmatched], ['Failed', a.rows_failed]].map(([label, v]) => fact(label, count(v)))),
    a.error ? h('p', { class: 'notice bad' }, a.error_detail ?? a.error) : null];
}

/** Shows the orders that the service proposes, to be made. */
async function propose(a) {
  const days = field(t('Enough for how many days'), 'number', { value: 30, min: 1, max: 365 });
  const place = h('div', { class: 'preview', 'aria-live': 'polite' });
  const look = async (close) => {
    const answer = await read(`${path}/${a.id}/orders`, { days: days.input.value });
    show(place, answer.data.length === 0 ? nothing(t('No product is accepted, so there is nothing to order.')) : answer.data.map((order) => [table([t('Product'), t('Quantity'), t('Unit price')], order.body.items.map((item) => [item.title ?? item.asin, count(item.quantity), item.unit_cost === null ? dash(t('The list gives no cost.')) : amount(item.unit_cost, order.body.currency)]), { caption: t('Proposed order'), numbers: [1, 2] }),
      h('div', { class: 'ends' }, act(t('Make this order'), async () => {
        const made = (await send('POST', 'purchase-orders', order.body)).data;
        close();
        toast(t('{order} is a draft.', { order: made.number }));
        location.hash = `#/buying/orders/${made.id}`;
      }, { class: 'main', id: 'make-order' }))]));
  };
  dialog(t('Order what is accepted'), (close) => {
    look(close).catch((cause) => show(place, h('p', { class: 'trouble' }, cause.message)));
    return [h('div', { class: 'fields' }, days), h('div', { class: 'ends' }, act(t('Count again'), () => look(close))), place];
  }, { wide: true });
}

const costs = [['prep_per_unit', 'Preparation of a unit'], ['inbound_per_unit', 'Shipping of a unit to Amazon'], ['misc_per_unit', 'Other costs of a unit'], ['discount_percent', 'Discount, %'], ['returns_percent', 'Returns, %'], ['target_roi', 'Least return, %'], ['min_margin', 'Least margin, %'], ['min_profit', 'Least profit']];

function expenses(a, again) {
  const fields = costs.map(([name, label]) => [name, field(t(label), 'number', { value: a.expenses[name], step: 'any', min: 0 })]);
  dialog(t('Costs and goals'), (close) => [h('div', { class: 'fields' }, fields.map(([, f]) => f)), h('div', { class: 'ends' }, act(t('Count again'), async () => {
    const body = {};
    for (const [name, { input }] of fields) {
      const v = input.value === '' ? null : Number(input.value);
      if (v !== a.expenses[name]) body[name] = v;
    }
    if (Object.keys(body).length) await send('PATCH', `${path}/${a.id}/expenses`, body);
    close();
    again();
  }, { class: 'main' }))]);
}
