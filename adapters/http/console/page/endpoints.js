// Endpoints that events are sent to, and each delivery.

import { h, show } from './dom.js';
import { count, moment, since, t } from './format.js';
import { read, readAll, send } from './api.js';
import { act, badge, dialog, dash, field, nothing, pageOf, pager, table, toast, section } from './ui.js';
import { fact } from './overview.js';
import { settingsTabs } from './settings.js';

const path = 'webhook-endpoints';
const tones = { active: 'good', failing: 'bad', disabled: '', succeeded: 'good', failed: 'bad', given_up: 'bad', pending: 'warn' };
const plain = (word) => t(word.replaceAll('_', ' '));
const wanted = (e) => e.event_types.map((type) => (type === '*' ? t('all') : type)).join(', ');
const next = (at) => (new Date(at) > new Date() ? since(at) : t('due'));

export function endpointsView(_, again) {
  const list = h('section', { class: 'card', 'aria-label': t('Endpoints') });
  return {
    title: t('Endpoints'),
    node: h('div', {}, h('div', { class: 'head view-head' }, h('h1', {}, t('Settings')), settingsTabs('#/settings/endpoints'), h('div', { class: 'ends' }, act(t('New endpoint'), () => edit(null, again), { class: 'main', id: 'new-endpoint' }))), list),
    async refresh(signal) {
      const all = await readAll(path, {}, signal);
      show(list, all.length === 0 ? nothing(t('No endpoints yet.')) : table([t('Address'), t('Events'), t('State'), t('Last 24 hours'), t('Last success')], all.map((one) => [
        [h('a', { href: `#/settings/endpoints/${one.id}`, 'data-focus': `hook-${one.id}` }, one.url), one.description ? h('span', { class: 'hint why' }, one.description) : null], wanted(one), badge(plain(one.status), tones[one.status]),
        t('{n} sent, {m} failed', { n: count(one.deliveries_24h.succeeded), m: count(one.deliveries_24h.failed + one.deliveries_24h.given_up) }), one.last_success_at ? since(one.last_success_at) : dash(t('Nothing was delivered yet.'))]), { id: 'endpoints', caption: t('Endpoints') }));
    },
  };
}

/** Makes an endpoint, or changes an endpoint. */
async function edit(e, again) {
  const types = (await read('event-types')).data;
  const nouns = [...new Set(types.map((one) => one.type.split('.')[0]))];
  const url = field(t('Address'), 'url', { value: e?.url, placeholder: 'https://', required: true, name: 'url', hint: t('By https, in the public internet') });
  const about = field(t('Description'), 'text', { value: e?.description, maxlength: 200, name: 'about' });
  const has = (noun) => !e || e.event_types.some((type) => type === '*' || type.startsWith(`${noun}.`));
  const boxes = nouns.map((noun) => [noun, field(plain(noun), 'checkbox', { value: has(noun) })]);
  const before = boxes.map(([noun]) => has(noun)).join();
  dialog(e ? t('Edit {name}', { name: e.url }) : t('New endpoint'), (close) => [h('div', { class: 'fields' }, url, about), h('fieldset', {}, h('legend', {}, t('Events')), h('div', { class: 'fields' }, boxes.map(([, f]) => f))), h('div', { class: 'ends' }, act(e ? t('Save') : t('Make'), async () => {
    const chosen = boxes.filter(([, f]) => f.input.checked).map(([noun]) => `${noun}.*`);
    const body = { url: url.input.value, description: about.input.value || null, event_types: chosen.length === boxes.length ? ['*'] : chosen };
    // Single types of a noun stay as they are until a box changes.
    if (e && boxes.map(([, f]) => f.input.checked).join() === before) delete body.event_types;
    const made = (e ? await send('PATCH', `${path}/${e.id}`, body, { version: e.version }) : await send('POST', path, body)).data;
    close();
    again();
    if (!e) secret(made.secret);
  }, { class: 'main', id: 'make-endpoint' }))]);
}

const secret = (text) => dialog(t('Secret of the endpoint'), () => [h('p', {}, t('The receiver checks signatures with it.')), h('p', {}, h('code', { id: 'secret' }, text)), h('div', { class: 'ends' }, act(t('Copy'), async () => {
  await navigator.clipboard.writeText(text);
  toast(t('Copied.'));
}))]);

export function endpointView(id, again) {
  const pages = pager(() => again(), 50);
  const head = h('section', { class: 'card', id: 'endpoint', 'aria-label': t('Endpoint') }), list = h('div', {});
  const filter = { status: '' };
  let seen = null;
  return {
    title: t('Endpoint'),
    node: h('div', { class: 'stack' }, h('p', {}, h('a', { href: '#/settings/endpoints', class: 'back' }, `← ${t('All endpoints')}`)), head, section(t('Deliveries'), {}, h('div', { class: 'filters' },
      h('select', { 'aria-label': t('State'), onchange: (e) => {
        filter.status = e.target.value;
        pages.rewind();
        again();
      } }, [['', t('Any state')], ...['pending', 'succeeded', 'failed', 'given_up'].map((w) => [w, plain(w)])].map(([v, text]) => h('option', { value: v }, text)))), list, pages.node)),
    async refresh(signal) {
      const [one, page] = await Promise.all([read(`${path}/${id}`, {}, signal), pageOf(pages, (cursor) => read(`${path}/${id}/deliveries`, { ...filter, limit: 50, cursor }, signal))]);
      const e = one.data, now = JSON.stringify(e);
      if (now !== seen) show(head, headOf(e, again));
      seen = now;
      pages.update(page);
      show(list, page.data.length === 0 ? nothing(t('No deliveries.')) : table([t('Event'), t('State'), t('Tries'), t('When'), t('Next try'), t('Actions')], page.data.map((d) => [
        h('code', {}, d.type), badge(plain(d.status), tones[d.status]), count(d.attempts_made), since(d.created_at), d.next_attempt_at ? next(d.next_attempt_at) : dash(t('No further try.')),
        h('div', { class: 'ends' }, act(t('Look'), () => look(id, d), { class: 'quiet', 'data-focus': `look-${d.id}`, 'aria-label': `${t('Look')}: ${d.type} ${d.id}` }), d.status === 'succeeded' || e.managed_by ? null : act(d.attempts_made ? t('Send again') : t('Send now'), async () => {
          await send('POST', `${path}/${id}/deliveries/${d.id}/retry`);
          toast(t('The event is sent again.'));
          again();
        }, { class: 'quiet', 'data-retry': d.id, 'data-focus': `retry-${d.id}`, 'aria-label': `${d.attempts_made ? t('Send again') : t('Send now')}: ${d.type} ${d.id}` }))]), { id: 'deliveries', caption: t('Deliveries'), numbers: [2] }));
    },
  };
}

function headOf(e, again) {
  return [h('div', { class: 'head' }, h('div', {}, h('h1', {}, e.url), h('p', { class: 'hint' }, e.managed_by ? t('The address of alerts, from the settings of the repricer.') : e.description ?? '')), badge(plain(e.status), tones[e.status])),
    h('div', { class: 'ends actions' }, act(t('Ping'), async () => {
      const p = (await send('POST', `${path}/${e.id}/ping`)).data;
      dialog(t('Answer to the ping'), () => h('dl', { class: 'facts', id: 'ping' }, [['Answer', p.fault ? plain(p.fault) : String(p.status)], ['Time', `${count(p.ms)} ms`], ['Text', p.answer || '–']].map((pair) => fact(...pair))));
    }, { class: 'main quiet', id: 'send-ping' }), act(t('Secret'), async () => secret((await read(`${path}/${e.id}/secret`)).data.secret), { class: 'quiet' }),
    ...(e.managed_by ? [] : [act(t('Edit'), () => edit(e, again), { class: 'quiet', id: 'edit-endpoint' }), act(e.enabled ? t('Switch off') : t('Switch on'), async () => {
      await send('PATCH', `${path}/${e.id}`, { enabled: !e.enabled }, { version: e.version });
      again();
    }, { class: 'quiet', id: 'switch' }), act(t('Send what was missed'), () => replay(e, again), { class: 'quiet', id: 'replay' }),
    act(t('Delete'), () => dialog(t('Delete the endpoint?'), (close) => [h('p', {}, e.url), h('div', { class: 'ends' }, act(t('Delete'), async () => {
      await send('DELETE', `${path}/${e.id}`, undefined, { version: e.version });
      close();
      location.hash = '#/settings/endpoints';
    }, { class: 'main halt' }))]), { class: 'quiet' })])),
    h('dl', { class: 'facts' }, [['Events', wanted(e)], ['Waiting', count(e.deliveries_24h.pending)], ['Sent, 24 hours', count(e.deliveries_24h.succeeded)], ['Failed, 24 hours', count(e.deliveries_24h.failed + e.deliveries_24h.given_up)],
      ...(e.failing_since ? [['Failing since', since(e.failing_since)]] : []), ['Last success', e.last_success_at ? since(e.last_success_at) : dash(t('Nothing was delivered yet.'))]].map((pair) => fact(...pair)))];
}

async function look(id, d) {
  const one = (await read(`${path}/${id}/deliveries/${d.id}`)).data;
  dialog(`${d.type} · ${d.id}`, () => [one.attempts.length ? table([t('When'), t('Time'), t('Answer')], one.attempts.map((a) => [moment(a.at), `${count(a.ms)} ms`, [a.status ?? '', ' ', a.fault ? plain(a.fault) : '', a.answer ? h('span', { class: 'hint why' }, a.answer.slice(0, 300)) : null]]), { caption: t('Tries') }) : nothing(t('It was not tried yet.')),
    h('h3', {}, t('Body')), h('pre', { tabindex: 0 }, JSON.stringify(one.body, null, 2))], { wide: true });
}

/** Sends the events of the last days that the endpoint did not get. */
function replay(e, again) {
  const days = field(t('Of the last days'), 'number', { value: 7, min: 1, max: 30 }), which = field(t('Which'), [['failed', t('failed')], ['missing', t('never sent')], ['all', t('all')]]);
  const place = h('p', { role: 'status' });
  const run = async (dry) => {
    const n = (await send('POST', `${path}/${e.id}/replay`, { from: new Date(Date.now() - days.input.value * 86_400_000).toISOString(), to: new Date().toISOString(), which: which.input.value }, { parameters: { dry_run: dry } })).data.deliveries;
    place.textContent = dry ? t('{n} events would be sent.', { n: count(n) }) : t('{n} events are being sent.', { n: count(n) });
    if (!dry) again();
  };
  dialog(t('Send what was missed'), () => [h('div', { class: 'fields' }, days, which), h('div', { class: 'ends' }, act(t('Count'), () => run(true)), act(t('Send'), () => run(false), { class: 'main' })), place]);
}
