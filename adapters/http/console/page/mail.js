// When the person gets mail, by rules of their own.

import { h, show } from './dom.js';
import { capital, shortly, t } from './format.js';
import { read, send } from './api.js';
import { act, dialog, field, table, toast } from './ui.js';
import { settingsTabs } from './settings.js';

const path = 'account/notices';
const names = { row_losing: 'price below cost', row_held: 'repricing stopped for a row', breaker_tripped: 'the brake stopped prices', quota_low: 'few tokens left', account_trouble: 'seller account needs attention' };

export function mailView(_, again) {
  const place = h('div', { class: 'stack' });
  let seen = null;
  return {
    title: t('Mail'),
    node: h('div', {}, h('div', { class: 'head view-head' }, h('h1', {}, t('Settings')), settingsTabs('#/settings/mail'), h('div', { class: 'ends' }, act(t('Show the morning mail'), preview, { class: 'quiet', id: 'preview' }))), place),
    async refresh(signal) {
      const rules = (await read(path, {}, signal)).data;
      if (rules.version === seen) return;
      seen = rules.version;
      show(place, card(rules, again));
    },
  };
}

function card(r, again) {
  const times = [['off', t('never')], ['morning', t('in the morning')], ['at_once', t('at once')]];
  const on = field(t('Send me mail'), 'checkbox', { value: r.enabled }), daily = field(t('A mail each morning'), 'checkbox', { value: r.morning_mail });
  const hour = field(t('Hour'), Array.from({ length: 24 }, (_, n) => [n, `${n}:00`]), { value: r.hour }), zone = field(t('Time zone'), 'text', { value: r.timezone, hint: t('Such as {name}', { name: 'Europe/Berlin' }) });
  const units = field(t('Units in 30 days that make a best seller'), 'number', { value: r.best_seller_units, min: 1 });
  const kinds = Object.entries(r.kinds).map(([kind, when]) => [kind, field(capital(t(names[kind] ?? kind.replaceAll('_', ' '))), times, { value: when, name: kind })]);
  return h('section', { class: 'card', id: 'mail', 'aria-label': t('Mail') }, h('p', {}, t('Mail to {email}', { email: r.email })),
    r.mail_available ? null : h('p', { class: 'notice bad' }, t('The service has no mail server.')),
    h('div', { class: 'fields' }, on, daily, hour, zone, units), r.next_morning_at ? h('p', { class: 'hint' }, t('The next morning mail comes {time}.', { time: shortly(r.next_morning_at) })) : null,
    h('h2', {}, t('Which mail comes when')), h('div', { class: 'fields' }, kinds.map(([, f]) => f)), h('div', { class: 'ends' }, act(t('Save'), async () => {
      await send('PATCH', path, {
        enabled: on.input.checked, morning_mail: daily.input.checked, hour: Number(hour.input.value), timezone: zone.input.value, best_seller_units: Number(units.input.value),
        kinds: Object.fromEntries(kinds.map(([kind, f]) => [kind, f.input.value])),
      }, { version: r.version });
      toast(t('Saved.'));
      again();
    }, { class: 'main', id: 'save-mail' })));
}

async function preview() {
  const mail = (await read('account/morning-mail')).data;
  dialog(mail.subject, () => [h('p', {}, mail.intro), mail.sections.map((part) => [h('h3', {}, part.title), part.text ? h('p', {}, part.text) : null,
    part.head.length ? table(part.head, part.rows, { caption: part.title }) : h('ul', {}, part.rows.map((row) => h('li', {}, row.join(' · '))))])], { wide: true });
}
