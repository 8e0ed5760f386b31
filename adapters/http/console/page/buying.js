// Orders and what arrives of them.

import { h, show } from './dom.js';
import { amount, count, dayOf, percent, t } from './format.js';
import { download, read, readAll, send } from './api.js';
import { act, badge, dialog, dash, field, nothing, pageOf, pager, table, tabs, toast, section } from './ui.js';
import { fact } from './overview.js';

const size = 50;
const tones = { draft: '', ordered: 'warn', partially_received: 'warn', received: 'good', closed: 'good', cancelled: '' };
const plain = (word) => t(word.replaceAll('_', ' '));

export const buyingTabs = (now) => tabs(t('Buying'), [['#/buying', t('Orders')], ['#/buying/lists', t('Price lists')]], now);

const dateOf = (text) => (text ? dayOf(text) : dash(t('No date was given.')));

export function ordersView(_, again) {
  const pages = pager(() => again(), size);
  const list = h('div', {});
  const wanted = { q: '', status: '', overdue: '' };
  let waiting = 0;
  const over = (name, value) => {
    wanted[name] = value;
    pages.rewind();
    again();
  };
  const search = h('input', { type: 'search', 'aria-label': t('Search orders'), placeholder: t('Number, supplier, product'), maxlength: 200, oninput: () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => over('q', search.value.trim()), 250);
  } });
  return {
    title: t('Orders'),
    node: h('div', {}, h('div', { class: 'head view-head' }, h('h1', {}, t('Buying')), buyingTabs('#/buying'), h('div', { class: 'ends' }, act('CSV', () => download('purchase-orders.csv', wanted, 'orders.csv'), { 'aria-label': t('Export these orders as CSV') }))),
      h('section', { class: 'card', 'aria-label': t('Orders') }, h('div', { class: 'filters' }, search,
        h('select', { 'aria-label': t('Status'), onchange: (e) => over('status', e.target.value) }, [['', t('Any status')], ...Object.keys(tones).map((w) => [w, plain(w)])].map(([v, text]) => h('option', { value: v }, text))),
        h('select', { 'aria-label': t('Date'), onchange: (e) => over('overdue', e.target.value) }, [['', t('Any date')], ['true', t('overdue')]].map(([v, text]) => h('option', { value: v }, text)))), list, pages.node)),
    async refresh(signal) {
      const page = await pageOf(pages, (cursor) => read('purchase-orders', { ...wanted, limit: size, cursor }, signal));
      pages.update(page);
      show(list, page.data.length === 0 ? nothing(t('No orders. An invoice or a price list makes one.')) : table(
        [t('Order'), t('Supplier'), t('Status'), t('Units'), t('Total'), t('Landed'), t('Expected')], page.data.map((o) => [
          h('a', { href: `#/buying/orders/${o.id}`, 'data-focus': `order-${o.id}` }, o.number), o.supplier?.name ?? dash(t('The order has no supplier.')),
          [badge(plain(o.status), tones[o.status]), o.overdue ? [' ', badge(t('overdue'), 'bad')] : null],
          [t('{n} of {m}', { n: count(o.units_received), m: count(o.units_ordered) }), h('progress', { max: Math.max(1, o.units_ordered), value: o.units_received, 'aria-label': t('received') })],
          amount(o.total, o.currency), landed(o.landed_total, o), dateOf(o.expected_date)]), { id: 'orders', caption: t('Orders'), numbers: [3, 4, 5] }));
    },
  };
}

const landed = (value, o) => (value === null ? dash(t('An exchange rate or a weight is missing.')) : amount(value, o.cost_currency));

export function orderView(id, again) {
  const head = h('section', { class: 'card', id: 'order', 'aria-label': t('Order') }), body = h('div', { class: 'stack' });
  let seen = null;
  return {
    title: t('Order'),
    node: h('div', { class: 'stack' }, h('p', {}, h('a', { href: '#/buying', class: 'back' }, `← ${t('All orders')}`)), head, body),
    async refresh(signal) {
      const o = (await read(`purchase-orders/${id}`, {}, signal)).data;
      if (seen === o.version) return;
      const [items, receipts] = await Promise.all([readAll(`purchase-orders/${id}/items`, {}, signal), readAll(`purchase-orders/${id}/receipts`, {}, signal)]);
      document.title = `${o.number} · ${t('Console')}`;
      show(head, headOf(o, items, again));
      show(body, itemsOf(o, items), receiptsOf(o, items, receipts));
      seen = o.version;
    },
  };
}

// A button for each move; the service says which of them exist.
const moves = { draft: [['ordered', 'Mark as ordered'], ['cancelled', 'Cancel the order']], ordered: [['closed', 'Close'], ['cancelled', 'Cancel the order']], partially_received: [['closed', 'Close']], closed: [['ordered', 'Open again']], received: [], cancelled: [] };

function headOf(o, items, again) {
  const store = async (status) => {
    await send('PATCH', `purchase-orders/${o.id}`, { status }, { version: o.version });
    toast(t('{order} is {status}.', { order: o.number, status: plain(status) }));
    again();
  };
  // No way leads back from a cancelled order.
  const move = (status, text) => act(t(text), status !== 'cancelled' ? () => store(status) : () => dialog(t('Cancel {order}?', { order: o.number }), (close) => [h('p', { class: 'hint' }, t('A cancelled order stays cancelled.')), h('div', { class: 'ends' }, act(t(text), async () => {
    await store(status);
    close();
  }, { class: 'main halt', id: 'cancel-order' }))]), { class: o.status === 'draft' && status === 'ordered' ? 'main quiet' : 'quiet', 'data-move': status });
  const open = items.filter((item) => item.quantity_outstanding > 0);
  return [
    h('div', { class: 'head' }, h('div', {}, h('h1', {}, o.number), h('p', { class: 'hint' }, o.supplier?.name ?? '')), badge(plain(o.status), tones[o.status])),
    h('div', { class: 'ends actions' }, open.length && ['ordered', 'partially_received'].includes(o.status) ? act(t('Receive'), () => receive(o, open, again), { class: 'main quiet', id: 'receive' }) : null,
      (moves[o.status] ?? []).map(([status, text]) => move(status, text)),
      ['pdf', 'csv'].map((format) => act(format.toUpperCase(), () => download(`purchase-orders/${o.id}/document`, { format }, `${o.number}.${format}`), { class: 'quiet', 'aria-label': t('Save the order as {format}', { format: format.toUpperCase() }) }))),
    h('dl', { class: 'facts' }, [['Total', amount(o.total, o.currency)], ['Landed', landed(o.landed_total, o)], ['Tax', amount(o.tax_total, o.currency)], ['Shipping', amount(o.shipping_cost, o.currency)], ['Paid', amount(o.paid_amount, o.currency)],
      ['Received', `${t('{n} of {m}', { n: count(o.units_received), m: count(o.units_ordered) })} · ${percent(o.received_percent)}`], ['Ordered on', dateOf(o.order_date)], ['Expected', dateOf(o.expected_date)], ['Warehouse', o.warehouse?.name ?? t('the default')],
      ['Documents', o.documents.length ? o.documents.map((d) => [h('a', { href: `#/documents/${d.id}` }, d.original_name ?? `#${d.id}`), ' ']) : t('none')]].map((pair) => fact(...pair))),
    o.warnings.length ? h('ul', { class: 'problems' }, o.warnings.map((w) => h('li', { class: 'hint' }, typeof w === 'string' ? plain(w) : w.message ?? plain(w.code)))) : null,
  ];
}

function itemsOf(o, items) {
  return section(t('Items'), {}, items.length === 0 ? nothing(t('The order has no items.')) : table(
    [t('Product'), t('Ordered'), t('Received'), t('Outstanding'), t('Unit price'), t('Landed'), t('Sum')], items.map((item) => [
      [h('b', {}, item.title ?? item.supplier_sku ?? item.asin ?? `#${item.id}`), h('span', { class: 'hint' }, ` ${item.supplier_sku ?? item.asin ?? ''}`)], count(item.quantity), count(item.quantity_received), count(item.quantity_outstanding),
      item.unit_cost === null ? dash(t('No price was given.')) : amount(item.unit_cost, o.currency), landed(item.landed_unit_cost, o), amount(item.line_total, o.currency)]), { id: 'items', caption: t('Items'), numbers: [1, 2, 3, 4, 5, 6] }));
}

function receiptsOf(o, items, receipts) {
  if (receipts.length === 0) return null;
  const name = (id) => items.find((item) => item.id === id)?.title ?? `#${id}`;
  return section(t('Receipts'), {}, table([t('Date'), t('Product'), t('Accepted'), t('Rejected'), t('Landed')],
    receipts.map((r) => [dateOf(r.received_on), name(r.item_id), count(r.accepted), count(r.rejected), landed(r.landed_unit_cost, o)]), { id: 'receipts', caption: t('Receipts'), numbers: [2, 3, 4] }));
}

/** Books what has arrived; the outstanding units are filled in. */
function receive(o, open, again) {
  const rows = open.map((item) => ({
    item, accepted: h('input', { type: 'number', min: 0, value: item.quantity_outstanding, 'aria-label': t('Accepted: {name}', { name: item.title ?? item.id }) }),
    rejected: h('input', { type: 'number', min: 0, value: 0, 'aria-label': t('Rejected: {name}', { name: item.title ?? item.id }) }),
  }));
  const reference = field(t('Delivery note'), 'text', { maxlength: 100 });
  const place = h('div', { class: 'preview', 'aria-live': 'polite' });
  const run = async (dry, close) => {
    const lines = rows.map(({ item, accepted, rejected }) => ({ item_id: item.id, accepted: Number(accepted.value), ...(Number(rejected.value) ? { rejected: Number(rejected.value), rejection_reason: 'other' } : {}) })).filter((l) => l.accepted || l.rejected);
    const answer = (await send('POST', `purchase-orders/${o.id}/receipts`, { lines, ...(reference.input.value ? { reference: reference.input.value } : {}) }, { parameters: { dry_run: dry } })).data;
    const text = t('{n} of {m} units are received then; the order is {status}.', { n: count(answer.order.units_received), m: count(o.units_ordered), status: plain(answer.order.status) });
    if (dry) {
      show(place, h('p', {}, text), answer.order.units_received > o.units_ordered ? h('p', { class: 'trouble' }, t('That is more than was ordered.')) : null);
      return;
    }
    close();
    toast(text);
    again();
  };
  dialog(t('Receive {order}', { order: o.number }), (close) => [table([t('Product'), t('Outstanding'), t('Accepted'), t('Rejected')], rows.map(({ item, accepted, rejected }) => [item.title ?? item.supplier_sku ?? `#${item.id}`, count(item.quantity_outstanding), accepted, rejected]), { caption: t('What has arrived') }),
    reference, h('div', { class: 'ends' }, act(t('Preview'), () => run(true, close), {}), act(t('Book'), () => run(false, close), { class: 'main', id: 'book' })), place], { wide: true });
}
