// The team: its repricer, its accounts, the key in use.

import { h, show } from './dom.js';
import { count, moment, percent, say, shop, since, t } from './format.js';
import { read, readAll, send } from './api.js';
import { act, badge, dash, field, table, tabs, toast, section } from './ui.js';
import { fact } from './overview.js';

export const settingsTabs = (now) => tabs(t('Settings'), [['#/settings', t('Team')], ['#/settings/mail', t('Mail')], ['#/settings/endpoints', t('Endpoints')]], now);

export function settingsView(_, again) {
  const place = h('div', { class: 'stack' });
  let seen = null;
  return {
    title: t('Settings'),
    node: h('div', {}, h('div', { class: 'head view-head' }, h('h1', {}, t('Settings')), settingsTabs('#/settings')), place),
    async refresh(signal) {
      const [account, user, repricer, strategies] = await Promise.all([read('account', {}, signal), read('account/user', {}, signal), read('sa/repricer/settings', {}, signal).catch((cause) => {
        if (cause.status !== 404) throw cause;
        return { data: null };
      }), readAll('sa/repricer/strategies', {}, signal)]);
      const now = JSON.stringify([account.data.version, repricer.data?.version, repricer.data?.enabled, account.data.connections, user.data.api_key.id]);
      if (now === seen) return;
      seen = now;
      show(place, repricerCard(repricer.data, strategies, again), connections(account.data), keys(user.data), team(account.data, again));
    },
  };
}

function repricerCard(s, strategies, again) {
  const fields = {
    submission_mode: field(t('New prices'), [['live', t('are sent')], ['suggest', t('are suggested only')]], { value: s?.submission_mode }),
    default_strategy_id: field(t('Default strategy'), [['', t('none')], ...strategies.map((one) => [one.id, one.name])], { value: s?.default_strategy_id }),
    default_mode: field(t('Mode of new rows'), ['off', 'manual', 'auto'].map((m) => [m, say('modes', m)]), { value: s?.default_mode }),
    loss_guard: field(t('Guard against losses'), [['on', t('on')], ['off', t('off')]], { value: s?.loss_guard }),
    max_offer_age_minutes: field(t('Offers are too old after, minutes'), 'number', { value: s?.max_offer_age_minutes, min: 1 }),
    max_changes_per_day: field(t('Price changes of a row in a day, at most'), 'number', { value: s?.max_changes_per_day, min: 1 }),
    per_row: field(t('Hold a row when its price moves by more than, %'), 'number', { value: s?.circuit_breaker.per_row_percent, step: 'any', min: 0 }),
    email: field(t('Mail alerts to'), 'email', { value: s?.notify.email }),
  };
  return section(t('Repricer'), { id: 'repricer-settings' },
    h('p', {}, s === null ? t('The repricer has no settings yet. “Start repricing” above makes them.') : s.enabled ? [badge(t('on'), 'good'), ' ', t('Prices of rows in automatic mode are sent to the marketplace.')] : [badge(t('stopped'), 'bad'), ' ', t('No price is sent.')]),
    s === null ? null : [h('div', { class: 'fields' }, Object.values(fields)), h('div', { class: 'ends' }, act(t('Save'), async () => {
      const v = (name) => fields[name].input.value;
      await send('PATCH', 'sa/repricer/settings', {
        submission_mode: v('submission_mode'), default_strategy_id: v('default_strategy_id') ? Number(v('default_strategy_id')) : null, default_mode: v('default_mode'), loss_guard: v('loss_guard'),
        max_offer_age_minutes: Number(v('max_offer_age_minutes')), max_changes_per_day: Number(v('max_changes_per_day')), circuit_breaker: { per_row_percent: Number(v('per_row')) },
        ...(v('email') !== (s.notify.email ?? '') ? { notify: { email: v('email') || null } } : {}),
      }, { version: s.version });
      toast(t('Saved.'));
      again();
    }, { class: 'main', id: 'save-settings' }))]);
}

function connections(a) {
  return section(t('Seller accounts'), {}, a.connections.length === 0 ? h('p', { class: 'empty' }, t('No account is connected. The operator makes a link for it.')) : table(
    [t('Account'), t('Marketplaces'), t('State'), t('Connected'), t('Read last')], a.connections.map((c) => [`…${c.seller_id_last4} · ${c.region.toUpperCase()}`, c.marketplace_ids.map(shop).join(', '),
      [badge(t(c.status.replaceAll('_', ' ')), c.status === 'active' ? 'good' : 'bad'), c.last_error_code ? h('span', { class: 'hint' }, ` ${c.last_error_code}`) : null], since(c.connected_at), c.last_sync_at ? since(c.last_sync_at) : dash(t('It was not read yet.'))]), { caption: t('Seller accounts') }));
}

function keys(u) {
  const k = u.api_key;
  return section(t('Signed in'), {}, h('dl', { class: 'facts' }, fact(t('Person'), [u.name, h('span', { class: 'hint' }, ' ', u.email.split(/(?=@)/).map((part) => [part, h('wbr')]))]), fact(t('Role'), t(u.role)), fact(t('Key'), [k.name, h('span', { class: 'hint' }, ` ${k.prefix}…${k.last4}`)]),
    fact(t('Rights'), k.scopes.map((s) => t(s)).join(', ')), fact(t('Valid until'), k.expires_at ? moment(k.expires_at) : t('no end'))), h('p', { class: 'hint' }, t('The operator makes and revokes keys, with “selling-assistant key”.')));
}

function team(a, again) {
  const name = field(t('Name'), 'text', { value: a.name, maxlength: 100 }), zone = field(t('Time zone'), 'text', { value: a.timezone });
  const use = (used, all) => [t('{n} of {m}', { n: count(used), m: count(all) }), h('span', { class: 'hint' }, ` ${percent((100 * used) / Math.max(1, all))}`)];
  return section(t('Team'), {}, h('div', { class: 'fields' }, name, zone), h('div', { class: 'ends' }, act(t('Save'), async () => {
    await send('PATCH', 'account', { name: name.input.value, timezone: zone.input.value }, { version: a.version });
    toast(t('Saved.'));
    again();
  }, { class: 'main' })), h('dl', { class: 'facts' }, fact(t('Currency'), a.currency), fact(t('Main marketplace'), shop(a.default_marketplace_id)), fact(t('Tokens this month'), use(a.usage.tokens_month, a.limits.tokens_month)), fact(t('Rows of the repricer'), use(a.usage.repricer_products, a.limits.repricer_products)),
    fact(t('People'), use(a.usage.members, a.limits.members)), fact(t('VAT numbers'), a.settings.tax?.registrations.length ? a.settings.tax.registrations.map((r) => r.vat_number ?? r.country).join(', ') : t('none'))));
}
