// Documents: drop a file, check what was read, import it, take it back.

import { h, show, button } from './dom.js';
import { amount, count, dayOf, figure, percent, since, t } from './format.js';
import { read, readAll, send } from './api.js';
import { act, badge, dash, exact, field, nothing, pageOf, pager, table, toast, section } from './ui.js';
import { fact } from './overview.js';

const size = 50;
const kinds = ['invoice', 'credit_note', 'receipt', 'purchase_order', 'order_confirmation', 'packing_slip', 'price_list', 'shipping_document', 'authorization_letter', 'statement', 'other'];
const tones = { ready: 'good', applied: 'good', failed: 'bad', processing: 'warn', uploaded: 'warn', dismissed: '' };
const plain = (word) => t(word.replaceAll('_', ' '));

/** Takes files, dropped or chosen. */
export function dropPlace(label, drop, take, accept) {
  const input = h('input', { type: 'file', class: 'unseen', id: 'file', multiple: true, accept, onchange: () => take([...input.files]).finally(() => {
    input.value = '';
  }) });
  const place = h('div', {
    class: 'drop', ondragover: (event) => {
      event.preventDefault();
      place.classList.add('over');
    }, ondragleave: () => place.classList.remove('over'), ondrop: (event) => {
      event.preventDefault();
      place.classList.remove('over');
      take([...event.dataTransfer.files]);
    },
  }, h('label', { for: 'file', class: 'button main' }, label), input, h('span', { class: 'hint' }, drop));
  return place;
}

export function documentsView(_, again) {
  const pages = pager(() => again(), size);
  const list = h('div', {}), trouble = h('p', { class: 'trouble', role: 'alert' });
  const wanted = { status: '', type: '', q: '' };
  const choice = (name, label, options) => h('select', {
    'aria-label': label, onchange: (event) => {
      wanted[name] = event.target.value;
      pages.rewind();
      again();
    },
  }, options.map(([v, text]) => h('option', { value: v }, text)));
  async function upload(files) {
    trouble.textContent = '';
    for (const file of files) {
      const form = new FormData();
      form.append('file', file);
      try {
        const made = (await send('POST', 'documents', form)).data;
        if (files.length === 1) location.hash = `#/documents/${made.id}`;
      } catch (cause) {
        trouble.textContent = `${file.name}: ${cause.message}`;
      }
    }
    again();
  }
  return {
    title: t('Documents'),
    node: h('div', {}, h('div', { class: 'head view-head' }, h('h1', {}, t('Documents'))), dropPlace(t('Choose files'), t('or drop them here: invoices, packing slips, price lists'), upload), trouble,
      h('section', { class: 'card', 'aria-label': t('Documents') }, h('div', { class: 'filters' },
        choice('status', t('Status'), [['', t('Any status')], ...Object.keys(tones).map((w) => [w, plain(w)])]), choice('type', t('Kind'), [['', t('Any kind')], ...kinds.map((w) => [w, plain(w)])])), list, pages.node)),
    async refresh(signal) {
      const page = await pageOf(pages, (cursor) => read('documents', { ...wanted, limit: size, cursor }, signal));
      pages.update(page);
      show(list, page.data.length === 0 ? nothing(t('No documents. Drop an invoice or a price list.')) : table(
        [t('File'), t('Kind'), t('Lines'), t('Total'), t('Status'), t('Received')], page.data.map((d) => [
          h('a', { href: `#/documents/${d.id}`, 'data-focus': `doc-${d.id}` }, d.original_name), plain(d.type),
          d.parsed_summary ? d.type === 'price_list' ? count(d.parsed_summary.lines) : t('{m} of {n} checked', { n: count(d.parsed_summary.lines), m: count(d.parsed_summary.lines_verified) }) : dash(t('Nothing was read in it.')),
          money(d.parsed_summary?.total ?? null, d.parsed_summary?.currency), badge(plain(d.status), tones[d.status]), since(d.created_at)]), { id: 'documents', caption: t('Documents'), numbers: [2, 3] }));
    },
  };
}

const unsaid = () => dash(t('The document does not say it.'));

/** An amount whose currency may be unknown. */
function money(value, currency) {
  if (value === null) return unsaid();
  return currency ? amount(value, currency) : h('span', { title: t('The document names no currency.') }, figure(value));
}

export function documentView(id, again) {
  const head = h('section', { class: 'card', id: 'document', 'aria-label': t('Document') }), body = h('div', { class: 'stack' });
  let seen = null;
  return {
    title: t('Document'),
    node: h('div', { class: 'stack' }, h('p', {}, h('a', { href: '#/documents', class: 'back' }, `← ${t('All documents')}`)), head, body),
    async refresh(signal) {
      const d = (await read(`documents/${id}`, {}, signal)).data;
      const now = `${d.version} ${d.status}`;
      if (now === seen) return;
      show(head, headOf(d, again));
      if (d.has_parsed_data && d.status === 'ready' && d.type !== 'price_list') {
        const [preview, suppliers, warehouses, orders] = await Promise.all([read(`documents/${id}/import-preview`, { limit: 200 }, signal),
          readAll('suppliers', {}, signal), readAll('warehouses', {}, signal), readAll('purchase-orders', { status: 'draft,ordered,partially_received' }, signal, 200)]);
        show(body, previewOf(d, preview, { suppliers, warehouses, orders }, again));
      } else {
        show(body, d.status === 'processing' || d.status === 'uploaded' ? nothing(t('The document is being read.')) : d.failure ? h('p', { class: 'notice bad' }, d.failure.message)
          : d.type === 'price_list' && d.status === 'ready' ? nothing(t('Price lists are analyzed under Buying.'), ' ', h('a', { href: '#/buying/lists' }, t('Price lists'))) : d.status === 'ready' ? nothing(t('No lines were read in this file. If it is of another kind, name the kind above.')) : null);
      }
      seen = now;
    },
  };
}

function headOf(d, again) {
  const order = d.targets.find((target) => target.type === 'purchase_order' && !target.deleted);
  const status = async (word, text) => {
    await send('PATCH', `documents/${d.id}`, { status: word }, { version: d.version });
    toast(text);
    again();
  };
  const type = h('select', { id: 'document-type', 'aria-label': t('Kind'), onchange: async () => {
    await send('PATCH', `documents/${d.id}`, { type: type.value }, { version: d.version }).catch((cause) => toast(cause.message));
    again();
  } }, kinds.map((w) => h('option', { value: w, selected: w === d.type }, plain(w))));
  return [
    h('div', { class: 'head' }, h('div', {}, h('h1', {}, d.original_name), h('p', { class: 'hint' }, `${plain(d.type)} · `, since(d.created_at))), badge(plain(d.status), tones[d.status])),
    h('div', { class: 'ends actions' }, type,
      act(t('Open the file'), async () => {
        const tab = window.open('', '_blank');
        const link = (await read(`documents/${d.id}/download`, { disposition: 'attachment' })).data;
        if (tab) tab.location = link.url; else location.assign(link.url);
      }, { class: 'quiet' }),
      order ? h('a', { class: 'button', href: `#/buying/orders/${order.id}`, id: 'to-order' }, t('To the order')) : null,
      d.status === 'applied' ? act(t('Take back'), () => status('ready', t('The document is not imported any more.')), { class: 'quiet', id: 'take-back' }) : null,
      d.status === 'ready' ? act(t('Set aside'), () => status('dismissed', t('The document is set aside.')), { class: 'quiet' }) : null,
      d.status === 'dismissed' ? act(t('Take up again'), () => status('ready', t('The document can be imported.')), { class: 'quiet' }) : null),
  ];
}

const modes = [['create_purchase_order', 'Make an order'], ['update_purchase_order', 'Change an order'], ['receive_only', 'Receive an order'], ['credit', 'Credit an order'], ['costs_only', 'Only write costs']];
const actions = [['', 'as proposed'], ['create_item', 'new item'], ['update_item', 'change the item'], ['create_product', 'new product'], ['skip', 'leave out']];

function previewOf(d, { data: p, meta }, { suppliers, warehouses, orders }, again) {
  const header = p.header;
  const fits = p.supplier.match_status === 'matched' ? p.supplier.id : '';
  const issuer = header.issuer?.name;
  const fields = {
    mode: field(t('What to do'), modes.map(([w, text]) => [w, t(text)]), { value: p.purchase_order.id ? 'update_purchase_order' : 'create_purchase_order', name: 'mode' }),
    supplier: field(t('Supplier'), [...(issuer && !fits ? [['new', t('New supplier “{name}”', { name: issuer })]] : []), ...suppliers.map((s) => [s.id, s.name])], { value: fits || 'new', name: 'supplier' }),
    order: field(t('Order'), [['', t('none')], ...orders.map((o) => [o.id, `${o.number} · ${o.supplier?.name ?? ''}`])], { value: p.purchase_order.id ?? '', name: 'order' }),
    order_status: field(t('The order is'), [['ordered', t('ordered')], ['draft', t('a draft')]], { name: 'order_status' }),
    warehouse: field(t('Warehouse'), [['', t('the default')], ...warehouses.map((w) => [w.id, w.name])], { name: 'warehouse' }),
    currency: field(t('Currency'), 'text', { value: header.currency ?? '', maxlength: 3, size: 4, name: 'currency', hint: header.currency ? '' : t('The document names no currency.') }),
    rate: field(t('Exchange rate'), 'money', { placeholder: t('of the day'), name: 'exchange_rate' }),
    update_costs: field(t('Write the costs of products'), 'checkbox', { value: true, name: 'update_costs' }),
    accept: field(t('Accept the warnings above'), 'checkbox', { value: false, name: 'accept' }),
  };
  const choices = new Map();
  const warnings = new Set([...p.problems, ...p.lines.flatMap((l) => l.problems)].filter((w) => w.severity === 'warning').map((w) => w.code));
  const place = h('div', { class: 'preview', id: 'import-outcome', 'aria-live': 'polite' });
  const body = () => {
    const out = { mode: fields.mode.input.value, preview_version: p.preview_version, order_status: fields.order_status.input.value, update_costs: fields.update_costs.input.checked };
    if (fields.supplier.input.value === 'new') out.create_supplier = { name: issuer };
    else if (fields.supplier.input.value) out.supplier_id = Number(fields.supplier.input.value);
    if (fields.order.input.value) out.purchase_order_id = Number(fields.order.input.value);
    if (out.mode !== 'create_purchase_order') delete out.order_status;
    if (fields.warehouse.input.value) out.warehouse_id = Number(fields.warehouse.input.value);
    const currency = fields.currency.input.value.trim().toUpperCase();
    if (currency && currency !== header.currency) out.header = { currency };
    if (fields.rate.input.value) out.header = { ...out.header, exchange_rate: exact(fields.rate.input.value) };
    const lines = [...choices].filter(([, select]) => select.value).map(([line, select]) => ({ line_no: line, action: select.value }));
    if (lines.length) out.lines = lines;
    if (fields.accept.input.checked) out.accept_warnings = [...warnings];
    return out;
  };
  const run = async (dry) => {
    const answer = await send('POST', `documents/${d.id}/import`, body(), { parameters: { dry_run: dry } }).catch((cause) => {
      // The service says which further points a person may accept.
      for (const e of [cause.said ?? {}, ...(cause.said?.errors ?? [])]) if (e.warning ?? /^(cost_jump|total_differs)$/.test(e.code)) warnings.add(e.code);
      throw cause;
    });
    if (!dry) {
      toast(answer.data.purchase_order ? t('Imported into {order}.', { order: answer.data.purchase_order.number }) : t('Imported.'));
      again();
      return;
    }
    show(place, h('p', {}, t('{n} lines would be imported, {m} left out, {k} fail.', { n: count(answer.meta.succeeded), m: count(answer.meta.skipped), k: count(answer.meta.failed) })),
      answer.errors.length ? h('ul', {}, answer.errors.map((e) => h('li', { class: 'trouble' }, e.message))) : null);
  };
  return [
    section(t('What was read'), {},
      h('dl', { class: 'facts' }, [['Supplier', [p.supplier.name ?? issuer ?? unsaid(), issuer && p.supplier.name && issuer !== p.supplier.name ? h('span', { class: 'hint' }, ` ${t('printed: {name}', { name: issuer })}`) : null]], ['Number', header.invoice_number ?? header.po_number ?? unsaid()], ['Date', header.issue_date ? dayOf(header.issue_date) : unsaid()], ['Net', money(header.subtotal, header.currency)],
        ['Shipping', money(header.shipping, header.currency)], ['Tax', money(header.tax, header.currency)], ['Total', money(header.total, header.currency)]].map((pair) => fact(...pair))),
      h('p', { class: 'checks' }, p.checks.map((c) => [badge(`${{ pass: '✓', fail: '✗' }[c.result] ?? '?'} ${plain(c.code)}`, { pass: 'good', fail: 'bad' }[c.result] ?? ''), ' '])),
      p.problems.length ? h('ul', { class: 'problems' }, p.problems.map((w) => h('li', { class: w.severity === 'error' ? 'trouble' : 'hint' }, w.message))) : null),
    section(t('Lines'), {},
      table([t('Description'), t('Quantity'), t('Unit price'), t('Landed'), t('Fits'), t('Import')], p.lines.map((l) => {
        const select = h('select', { 'aria-label': t('What to do with line {n}', { n: l.line_no }) }, actions.map(([w, text]) => h('option', { value: w }, w === '' && l.action ? t('as proposed: {what}', { what: t(actions.find(([a]) => a === l.action)?.[1] ?? l.action) }) : t(text))));
        choices.set(l.line_no, select);
        return [[h('span', { class: 'hint' }, `${l.line_no}. `), l.description ?? l.raw_text, l.supplier_sku ? h('span', { class: 'hint' }, ` ${l.supplier_sku}`) : null, l.problems.map((w) => h('span', { class: 'hint why' }, w.message))],
          count(l.quantity), money(l.unit_price, l.currency ?? header.currency), money(l.cost?.landed_unit_cost ?? null, l.currency ?? header.currency),
          [badge(plain(l.match.status), l.match.status === 'matched' ? 'good' : l.match.status === 'ambiguous' ? 'warn' : ''), l.match.confidence ? h('span', { class: 'hint' }, ` ${percent(l.match.confidence * 100)}`) : null], select];
      }), { id: 'lines', caption: t('Lines'), numbers: [1, 2, 3] }), meta.next_cursor ? h('p', { class: 'hint' }, t('The first {n} lines. All are imported.', { n: p.lines.length })) : null),
    section(t('Import'), {}, h('div', { class: 'fields' }, Object.values(fields)),
      h('div', { class: 'ends' }, act(t('Try'), () => run(true), { id: 'try-import' }), act(t('Import'), () => run(false), { class: 'main', id: 'import' })), place),
  ];
}
