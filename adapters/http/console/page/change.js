// Shows a decision: the change, its reason, its outcome, and its calculation.

import { h, show, button } from './dom.js';
import { amount, boxOwner, moment, move, say, shortly, t, why } from './format.js';
import { read, strategyName, Trouble } from './api.js';
import { fact } from './overview.js';

const tones = { confirmed: 'good', rejected: 'bad', timed_out: 'bad', superseded: '', cancelled: '' };

/** Makes the line of a decision; there is the line that it replaces. */
export function changeLine(e, there) {
  const way = there?.querySelector('.way') ?? wayOf(e);
  const moves = e.action === 'change' || e.action === 'suggest';
  return h('details', { class: `change ${e.action}`, open: there?.open ?? false },
    h('summary', { 'data-focus': `change-${e.id}` },
      h('time', { datetime: e.created_at, class: 'when', title: moment(e.created_at) }, shortly(e.created_at, e.close)),
      h('span', { class: 'prices' }, moves
        ? [amount(e.old_price, e.currency), ' → ', h('b', {}, amount(e.new_price, e.currency)), ' ', h('span', { class: 'hint' }, move(e.old_price, e.new_price, e.currency))]
        : amount(e.old_price, e.currency)),
      h('span', { class: 'why' }, why(e).map((sentence, i) => h('span', { class: i ? 'adjusted' : 'reason' }, sentence, ' '))),
      h('span', { class: `badge ${e.outcome ? tones[e.outcome] ?? 'warn' : e.action === 'error' || e.action === 'hold' ? 'bad' : ''}` },
        e.outcome ? say('outcomes', e.outcome) : say('verdicts', e.action),
        e.cancel_reason ? `: ${say('withdrawals', e.cancel_reason)}` : null)),
    h('div', { class: 'inside' }, facts(e), submission(e), way));
}

function facts(e) {
  const box = e.buy_box_before;
  return h('dl', { class: 'facts' },
    fact('Looked at because', say('triggers', e.trigger)),
    fact('Looked at the offer of', e.target_seller_id === null ? t('no seller') : [e.target_seller_id, h('span', { class: 'hint' }, ` ${amount(e.target_price, e.currency)} ${t('with shipping')}`)]),
    fact('Floor', amount(e.floor, e.currency)),
    fact('Maximum', amount(e.ceiling, e.currency)),
    fact('Buy box then', [boxOwner(box), box.price === null ? null : h('span', { class: 'hint' }, ` ${amount(box.price, e.currency)} ${t('with shipping')}`)]),
    fact('Competitors', e.competitors_count ?? '–'),
    fact('Strategy', e.strategy_id === null ? t('none') : t('{name}, version {n}', { name: strategyName(e.strategy_id), n: e.strategy_version })),
    fact('Decision', String(e.id)),
    fact('Made from', h('code', { title: t('SHA-256 of everything the decision was made from') }, e.input_digest.slice(0, 16))));
}

function submission(e) {
  const sent = e.submission;
  if (!sent) return null;
  return h('div', { class: 'submission' },
    h('p', {}, t('Sent {time}', { time: moment(sent.submitted_at) }), sent.attempts > 1 ? `, ${t('{n} times in all', { n: sent.attempts })}` : '',
      sent.accepted_at ? `; ${t('taken {time}', { time: moment(sent.accepted_at) })}` : '', sent.confirmed_at ? `; ${t('seen live {time}', { time: moment(sent.confirmed_at) })}` : '', '.'),
    sent.issues.length ? h('ul', { class: 'issues' }, sent.issues.map((i) => h('li', {}, `${i.severity} ${i.code}: ${i.message}`))) : null);
}

/** The trace of the decision, which is read when the reader opens it. */
function wayOf(e) {
  const place = h('div', { class: 'way' });
  const ask = button(t('How was this found?'), async () => {
    ask.disabled = true;
    try {
      show(place, trace(await traceOf(e), e));
    } catch (cause) {
      show(place, ask, h('p', { class: 'problem' }, cause instanceof Trouble ? cause.message : t('That went wrong.')));
      ask.disabled = false;
    }
  }, { class: 'quiet ask', 'data-focus': `way-${e.id}` });
  place.append(ask);
  return place;
}

async function traceOf(e) {
  const page = await read('sa/repricer/history', { ids: e.id, expand: 'trace' });
  return page.data[0]?.trace ?? null;
}

const noteKinds = {
  preview: 'reasons', stop: 'reasons', rest: 'reasons', floor: 'floors', buy_box: 'owners', outcome: 'verdicts', adjust: 'adjustments',
  cap_overridden: 'adjustments', sales: 'sales', postage: 'postage',
};

/** The note of a step, in words if there are words for it. */
function noteOf(step) {
  if (step.note === null) return '';
  if (step.rule === 'filter') return t('{n} compete', { n: step.note });
  if (step.rule === 'sales' && step.note !== 'unknown') return t('{n} sold', { n: step.note });
  const kind = noteKinds[step.rule];
  return kind ? say(kind, step.note) : step.note;
}

function trace(way, e) {
  if (way === null) return h('p', { class: 'hint' }, t('The trace is no longer available, because the decision was made by other rules.'));
  const cell = (label, value) => h('td', { class: 'number', 'data-label': label }, value === null ? null : amount(value, e.currency));
  const table = (caption, heads, rows) => h('div', { class: 'scroll' }, h('table', { class: 'trace' }, h('caption', {}, caption),
    h('thead', {}, h('tr', {}, heads.map((text) => h('th', { scope: 'col' }, text)))), h('tbody', {}, rows)));
  return [
    table(t('Step by step'), [t('Step'), t('What was done'), t('Before'), t('After'), t('Note')], way.steps.map((step) => h('tr', { 'data-rule': step.rule },
      h('td', { class: 'number' }, String(step.step)), h('td', {}, say('rules', step.rule)), cell(t('Before'), step.in), cell(t('After'), step.out), h('td', {}, noteOf(step) || null)))),
    way.offers.length === 0 ? h('p', { class: 'hint' }, t('No offers were looked at.'))
      : table(t('Offers'), [t('Seller'), t('Price with shipping'), t('Counted'), t('Own price against it')], way.offers.map((o) => h('tr', { class: o.used ? 'used' : 'dropped' },
        h('td', {}, o.seller_id), cell('', o.landed), h('td', { 'data-label': t('Counted') }, o.used ? t('yes') : t('no: {why}', { why: say('exclusions', o.excluded_reason) })),
        cell(t('Own price'), o.candidate)))),
  ];
}
