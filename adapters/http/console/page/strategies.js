// The strategies of a team: to make, copy, change, try and remove.

import { h, show } from './dom.js';
import { amount, capital, count, t } from './format.js';
import { forgetNames, read, readAll, send } from './api.js';
import { act, badge, dialog, dash, exact, field, table, toast } from './ui.js';
import { productTabs } from './products.js';

const path = 'sa/repricer/strategies';
// The words of the API, and how people say them.
const words = {
  type: [['competitor', 'Follow competitors'], ['velocity', 'Follow own sales'], ['fixed', 'Fixed price']],
  compete_with: [['', 'nobody'], ['buy_box', 'the buy box'], ['lowest', 'the lowest price'], ['lowest_fba', 'the lowest FBA price'], ['lowest_fbm', 'the lowest FBM price'], ['amazon', 'Amazon'], ['featured_expected_price', 'the expected featured price']],
  action: [['', 'nothing'], ['below', 'go below'], ['match', 'match'], ['above', 'stay above']],
  by_type: [['amount', 'money'], ['percent', 'per cent']],
  on_own_buy_box: [['', '–'], ['keep', 'keep the price'], ['raise_to_next', 'raise to the next offer'], ['step_up', 'raise in steps'], ['compete', 'go on competing']],
  on_no_competition: [['', '–'], ['keep', 'keep the price'], ['min', 'the minimum'], ['max', 'the maximum'], ['average', 'the middle']],
  on_below_min: [['', '–'], ['min', 'the minimum'], ['keep', 'keep the price'], ['max', 'the maximum'], ['average', 'the middle'], ['next_above', 'the next offer above the minimum']],
};
const templates = [['', 'empty'], ['match_buy_box', 'Match the buy box'], ['win_buy_box', 'Win the buy box'], ['lowest_fba', 'Lowest FBA price'], ['profit_first', 'Profit first'], ['liquidate', 'Sell out'], ['private_label', 'Private label']];
const spoken = (name, word) => (word === null ? '–' : t(words[name].find(([w]) => w === word)?.[1] ?? word.replaceAll('_', ' ')));

export function strategiesView(_, again) {
  const list = h('section', { class: 'card', 'aria-label': t('Strategies') });
  return {
    title: t('Strategies'),
    node: h('div', {}, h('div', { class: 'head view-head' }, h('h1', {}, t('Products')), productTabs('#/strategies'),
      h('div', { class: 'ends' }, act(t('New strategy'), () => edit(null, again), { class: 'main', id: 'new-strategy' }))), list),
    async refresh(signal) {
      const [all, settings] = await Promise.all([readAll(path, {}, signal), read('sa/repricer/settings', {}, signal).catch(() => null)]);
      show(list, all.length === 0 ? h('p', { class: 'empty' }, t('There are no strategies yet.')) : table(
        [t('Name'), t('Rule'), t('Difference'), t('With the buy box'), t('Rows'), t('Actions')], all.map((one) => [
          [h('b', {}, one.name), settings?.data.default_strategy_id === one.id ? [' ', badge(t('default'), 'good')] : null, one.enabled ? null : [' ', badge(t('off'), 'warn')]],
          capital(one.type === 'competitor' ? t('{how} {whom}', { how: spoken('action', one.action), whom: spoken('compete_with', one.compete_with) }) : spoken('type', one.type)),
          one.by ? `${count(one.by)}${one.by_type === 'percent' ? ' %' : ''}` : one.fixed_price === null ? dash(t('Nothing is added.')) : count(one.fixed_price),
          capital(spoken('on_own_buy_box', one.on_own_buy_box)),
          rowsOf(one, settings?.data.default_strategy_id === one.id),
          h('div', { class: 'ends' }, act(t('Edit'), () => edit(one, again), { class: 'quiet', 'aria-label': `${t('Edit')}: ${one.name}`, 'data-focus': `edit-${one.id}` }),
            act(t('Copy'), () => edit({ ...one, id: null, name: t('{name}, copy', { name: one.name }) }, again), { class: 'quiet', 'aria-label': `${t('Copy')}: ${one.name}`, 'data-focus': `copy-${one.id}` }),
            act(t('Try'), () => tryOn(one), { class: 'quiet', 'aria-label': `${t('Try')}: ${one.name}`, 'data-focus': `try-${one.id}` }),
            act(t('Delete'), () => remove(one, all, again), { class: 'quiet', 'aria-label': `${t('Delete')}: ${one.name}`, 'data-focus': `delete-${one.id}` }))]), { id: 'strategies', caption: t('Strategies'), numbers: [2, 4] }));
    },
  };
}

/** The rows of a strategy; the default has more than those that name it. */
function rowsOf({ id, products_count: n }, byDefault) {
  return [n ? h('a', { href: `#/products?strategy_id=${id}` }, count(n)) : byDefault ? null : count(0), byDefault ? h('span', { class: 'hint' }, n ? ' + ' : null, t('every row without its own strategy')) : null];
}

/** Edits a strategy; one without an id is new, with the values of a copy. */
function edit(one, again) {
  const list = (name) => words[name].map(([word, text]) => [word, t(text)]);
  const fresh = one === null || one.id === null;
  const fields = {
    name: field(t('Name'), 'text', { value: one?.name, required: true, maxlength: 100, name: 'name' }),
    ...(one === null ? { template: field(t('Template'), templates.map(([w, text]) => [w, t(text)]), { hint: t('Its values count where you give none.') }) } : {}),
    type: field(t('Rule'), one === null ? [['', t('as the template')], ...list('type')] : list('type'), { value: one?.type }),
    compete_with: field(t('Compete with'), list('compete_with'), { value: one?.compete_with }),
    action: field(t('Price'), list('action'), { value: one?.action }),
    by: field(t('Difference'), 'money', { value: one?.by }),
    by_type: field(t('Difference in'), list('by_type'), { value: one?.by_type }),
    fixed_price: field(t('Fixed price'), 'money', { value: one?.fixed_price }),
    on_own_buy_box: field(t('With the buy box'), list('on_own_buy_box'), { value: one?.on_own_buy_box }),
    on_no_competition: field(t('Without competition'), list('on_no_competition'), { value: one?.on_no_competition }),
    on_below_min: field(t('When the target is below the minimum'), list('on_below_min'), { value: one?.on_below_min }),
    enabled: field(t('On'), 'checkbox', { value: one?.enabled ?? true }),
    allow_loss: field(t('May sell at a loss'), 'checkbox', { value: one?.allow_loss }),
  };
  dialog(one?.id ? t('Edit {name}', { name: one.name }) : t('New strategy'), (close) => [h('div', { class: 'fields' }, Object.values(fields)), h('div', { class: 'ends' }, act(t('Save'), async () => {
    const body = fresh && one ? copyOf(one) : {};
    for (const [name, { input }] of Object.entries(fields)) {
      const value = input.type === 'checkbox' ? input.checked : ['by', 'fixed_price'].includes(name) ? exact(input.value) : input.value || null;
      if (one === null ? value !== null && value !== false : value !== (one[name] ?? null) || name === 'name') body[name] = value;
    }
    if (fresh) await send('POST', path, body);
    else await send('PATCH', `${path}/${one.id}`, body, { version: one.version });
    forgetNames();
    close();
    toast(t('Saved.'));
    again();
  }, { class: 'main', id: 'save-strategy' }))], { wide: true });
}

/** The values of a strategy that a new one can be made of. */
function copyOf(one) {
  const out = {};
  for (const [name, value] of Object.entries(one)) {
    if (!['id', 'version', 'created_at', 'updated_at', 'products_count', 'template'].includes(name) && value !== null) out[name] = value;
  }
  return out;
}

/** Tries a strategy on some rows; nothing is written. */
async function tryOn(one) {
  const rows = (await read('sa/repricer/products', { limit: 20 })).data;
  const row = field(t('Row'), rows.map((r) => [r.id, `${r.title ?? r.sku} · ${amount(r.current_price, r.currency)}`]));
  const place = h('div', { class: 'preview', id: 'try-outcome', 'aria-live': 'polite' });
  dialog(t('Try {name}', { name: one.name }), () => [row, h('div', { class: 'ends' }, act(t('Try'), async () => {
    const { decision } = (await send('POST', `sa/repricer/products/${row.input.value}/reprice`, { overrides: { strategy_id: one.id } }, { parameters: { dry_run: true } })).data;
    show(place, h('p', { class: 'price' }, amount(decision.price, decision.currency)), h('p', {}, decision.sentences.join(' ')));
  }, { class: 'main', id: 'try' })), place, h('p', { class: 'hint' }, t('Nothing is written or sent.'))]);
}

function remove(one, all, again) {
  const others = all.filter((other) => other.id !== one.id);
  const to = field(t('Its rows get'), [['', t('no strategy, and are switched off')], ...others.map((o) => [o.id, o.name])]);
  dialog(t('Delete {name}?', { name: one.name }), (close) => [one.products_count > 0 ? to : null, h('div', { class: 'ends' }, act(t('Delete'), async () => {
    const rows = one.products_count === 0 ? {} : to.input.value ? { reassign_to: to.input.value } : { unassign: true };
    await send('DELETE', `${path}/${one.id}`, undefined, { parameters: rows, version: one.version });
    forgetNames();
    close();
    again();
  }, { class: 'main halt' }))]);
}
