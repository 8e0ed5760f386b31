// Changes of many rows: a preview that writes nothing, the change, its report, and the way back.

import { h, show } from './dom.js';
import { amount, count, say, shop, t } from './format.js';
import { read, send, strategyName, Trouble } from './api.js';
import { dialog, act, exact, field, table, toast, badge } from './ui.js';
import { fact } from './overview.js';
import { changeFields, strategyChoices } from './edit.js';

const tones = { updated: 'good', created: 'good', failed: 'bad', needs_confirmation: 'warn' };

/** A value of a change; the API says the member and the values. */
function valueOf(member, value) {
  if (value === null || value === undefined || value === '') return '–';
  if (/strategy_id$/.test(member)) return strategyName(Number(value));
  if (/(^|\.)mode$/.test(member)) return say('modes', value);
  return String(value);
}

function report(outcome) {
  const n = (label, value, tone = '') => h('div', { class: `fact ${value ? tone : ''}` }, h('dt', {}, label), h('dd', {}, count(value)));
  return [
    h('dl', { class: 'facts narrow', id: 'bulk-counts' }, n(t('Rows'), outcome.rows_total), outcome.rows_created ? n(t('New'), outcome.rows_created, 'good') : null,
      n(t('Change'), outcome.rows_updated, 'good'), n(t('Stay'), outcome.rows_unchanged), n(t('Need a confirmation'), outcome.rows_needs_confirmation, 'warn'), n(t('Fail'), outcome.rows_failed, 'bad')),
    outcome.sample.length < outcome.rows_total ? h('h3', {}, t('Sample of the rows')) : null,
    outcome.sample.length ? table([t('Row'), t('Outcome'), ...(outcome.sample.some((row) => row.error || row.changes?.length) ? [t('Changes')] : [])], outcome.sample.map((row) => [
      [h('b', {}, row.sku), h('span', { class: 'hint' }, ` ${shop(row.marketplace_id)}`)],
      badge(t(row.status === 'created' ? 'new' : row.status.replaceAll('_', ' ')), tones[row.status]),
      row.error ? h('span', { class: 'trouble' }, row.error.message) : h('ul', {}, (row.changes ?? []).map((c) => h('li', {}, `${t(c.member.replace('limits.', '').replaceAll('_', ' '))}: `,
        h('span', { class: 'old' }, valueOf(c.member, c.old)), ' → ', h('b', {}, valueOf(c.member, c.new))))),
    ]), { caption: t('Sample of the rows') }) : null,
  ];
}

/** Waits for the job of a change, and says how far it is. */
async function follow(id, place) {
  for (;;) {
    const job = (await read(`imports/${id}`)).data;
    if (job.finished_at) return job;
    place.textContent = t('{done} of {all} rows', { done: count(job.rows_done), all: count(job.rows_total) });
    await new Promise((done) => setTimeout(done, 700));
  }
}

/** Takes a change back. */
export async function takeBack(id, changed) {
  await send('POST', `imports/${id}/take-back`);
  let job;
  do {
    await new Promise((done) => setTimeout(done, 300));
    job = (await read(`imports/${id}`)).data;
  } while (!job.finished_at || /^(taking|queued|running|processing)/.test(job.status));
  changed();
  toast(job.rows_not_taken_back
    ? t('{n} rows are as before, {m} were changed since and stay.', { n: count(job.rows_taken_back), m: count(job.rows_not_taken_back) })
    : t('{n} rows are as before.', { n: count(job.rows_taken_back) }));
}

/** A form with a preview. ask returns the path and the body; warnings can be accepted. */
function steps(close, form, ask, changed) {
  const place = h('div', { class: 'preview', 'aria-live': 'polite' });
  const stale = () => show(place); // only what was previewed can be done
  const run = async (dry, accept) => {
    const { path, body, limit } = ask();
    if (accept) body.accept_warnings = ['large_change'];
    const outcome = (await send('POST', path, body, { parameters: { dry_run: dry } })).data;
    if (dry) {
      const stop = limit !== undefined && outcome.rows_total !== limit;
      const willDo = outcome.rows_updated + outcome.rows_created;
      show(place, report(outcome),
        stop ? h('p', { class: 'trouble', role: 'alert' }, t('{n} rows were chosen, but {m} have these SKUs. Choose rows of one account.', { n: limit, m: outcome.rows_total })) : null,
        h('div', { class: 'ends' },
          outcome.rows_needs_confirmation && !accept ? act(t('Count the large changes in'), () => run(true, true), { id: 'bulk-accept' }) : null,
          willDo && !stop ? act(outcome.rows_created ? t('Add {n} rows', { n: count(willDo) }) : t('Change {n} rows', { n: count(willDo) }), () => run(false, accept), { class: 'main', id: 'bulk-apply' }) : null));
      (place.querySelector('#bulk-apply') ?? place.querySelector('button'))?.focus();
      return;
    }
    if (outcome.status === 'queued') {
      const progress = h('p', { role: 'status' }, t('The rows are being changed.'));
      show(place, progress);
      const job = await follow(outcome.import_id, progress);
      Object.assign(outcome, job);
    }
    close();
    changed();
    toast(t('{n} rows were changed.', { n: count(outcome.rows_updated + outcome.rows_created) }),
      { name: t('Take back'), act: () => takeBack(outcome.import_id, changed).catch((cause) => toast(cause.message)) });
  };
  return [h('div', { oninput: stale, onchange: stale }, form), h('div', { class: 'ends' }, act(t('Preview'), () => run(true, false), { class: 'main', id: 'bulk-preview' })), place];
}

/** Changes the chosen rows, or all rows that fit a filter. */
export async function bulkDialog({ rows, filter, total }, changed) {
  const fields = await changeFields();
  const chosen = rows && {
    sku: [...new Set(rows.map((r) => r.sku))], marketplace_id: [...new Set(rows.map((r) => r.marketplace_id))],
  };
  dialog(rows ? t('Change {n} chosen rows', { n: rows.length }) : t('Change all rows that fit the filter'), (close) => steps(close, fields.node,
    () => {
      const patch = fields.read();
      if (Object.keys(patch).length === 0) throw new Trouble(t('Fill in what shall change.'));
      return { path: 'sa/repricer/products/bulk', body: { filter: chosen ?? filter, patch }, limit: rows ? rows.length : total };
    }, changed), { wide: true });
}

/** Makes rows of SKUs that have none. */
export async function addDialog(marketplaces, changed) {
  const fields = await changeFields();
  const where = field(t('Marketplace'), [['', t('All')], ...marketplaces.map((id) => [id, shop(id)])], { name: 'marketplace_id' });
  const cost = field(t('Cost'), [['', t('known or not')], ['true', t('known')], ['false', t('not known')]], { name: 'has_cost' });
  const search = field(t('Search'), 'search', { name: 'q', hint: t('SKU, ASIN or title') });
  dialog(t('Add SKUs to the repricer'), (close) => steps(close, [
    h('p', { class: 'hint' }, t('SKUs that are not repriced yet become rows with these values.')),
    h('div', { class: 'fields' }, where, cost, search), h('h3', {}, t('Values of the new rows')), fields.node,
  ], () => {
    const filter = {};
    if (where.input.value) filter.marketplace_id = [where.input.value];
    if (cost.input.value) filter.has_cost = cost.input.value === 'true';
    if (search.input.value.trim()) filter.q = search.input.value.trim();
    const rule = fields.read();
    return { path: 'sa/repricer/products/from-skus', body: Object.keys(rule).length ? { filter, rule } : { filter } };
  }, changed), { wide: true });
}

/** Tries another price, cost or strategy on a row. Nothing is written. */
export async function tryDialog(row) {
  const fields = {
    cost: field(t('Cost'), 'money', { value: row.cost }), min_price: field(t('Minimum'), 'money', { value: row.limits.min_price }),
    max_price: field(t('Maximum'), 'money', { value: row.limits.max_price }), strategy_id: field(t('Strategy'), await strategyChoices(t('The strategy of the row'))),
  };
  const place = h('div', { class: 'preview', id: 'try-outcome', 'aria-live': 'polite' });
  dialog(t('What if?'), () => [
    h('p', { class: 'hint' }, t('Nothing is written or sent.')), h('div', { class: 'fields' }, Object.values(fields)),
    h('div', { class: 'ends' }, act(t('Try'), async () => {
      show(place);
      const overrides = {}, limits = {};
      const number = (name) => exact(fields[name].input.value);
      if (number('cost') !== null && number('cost') !== row.cost) overrides.cost = number('cost');
      for (const name of ['min_price', 'max_price']) {
        if (number(name) !== row.limits[name]) limits[name] = number(name);
      }
      if (Object.keys(limits).length) overrides.limits = limits;
      if (fields.strategy_id.input.value) overrides.strategy_id = Number(fields.strategy_id.input.value);
      const { decision } = (await send('POST', `sa/repricer/products/${row.id}/reprice`, Object.keys(overrides).length ? { overrides } : {}, { parameters: { dry_run: true } })).data;
      const money = (v) => amount(v, decision.currency);
      show(place, h('p', { class: 'price' }, money(decision.price), h('span', { class: 'hint' }, ` ${t('instead of {price}', { price: money(row.current_price) })}`)),
        h('p', {}, decision.sentences.join(' ')),
        h('dl', { class: 'facts narrow' }, [['Floor', decision.floor], ['Maximum', decision.ceiling], ['Target', decision.target_price]].map(([label, v]) => fact(label, money(v)))));
    }, { class: 'main', id: 'try' })), place,
  ]);
}
