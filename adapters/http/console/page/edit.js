// Edits values of a row where they stand. Enter saves, Esc leaves. A value that somebody else has
// changed meanwhile is shown beside the person's own.

import { h, show, button } from './dom.js';
import { amount, say, shop, t } from './format.js';
import { known, read, send, strategyName } from './api.js';
import { dialog, act, exact, field, numberOf, plainly, toast } from './ui.js';

const path = 'sa/repricer/products';

export const members = {
  min_price: { label: 'Minimum', of: (row) => row.limits.min_price, body: (v) => ({ limits: { min_price: v } }), kind: 'money' },
  max_price: { label: 'Maximum', of: (row) => row.limits.max_price, body: (v) => ({ limits: { max_price: v } }), kind: 'money' },
  strategy_id: { label: 'Strategy', of: (row) => row.strategy_id, body: (v) => ({ strategy_id: v }), kind: 'strategy' },
  mode: { label: 'Mode', of: (row) => row.mode, body: (v) => ({ mode: v }), kind: 'mode' },
  cost: { label: 'Unit cost', of: (row) => row.cost, kind: 'cost' },
};

/** How a value of a member is written. */
export function written(name, value, currency) {
  switch (members[name].kind) {
    case 'strategy': return value === null ? t('Default strategy') : strategyName(value);
    case 'mode': return say('modes', value);
    default: return value === null ? '–' : amount(value, currency);
  }
}

/** Finds the SKU of a row, which has its costs. */
export async function skuOf(row) {
  const found = (await read('skus', { sku: row.sku.includes(',') ? '' : row.sku, q: row.sku.includes(',') ? row.sku : '', marketplace_id: row.marketplace_id, limit: 50 })).data;
  return found.find((sku) => sku.repricer_product_id === row.id) ?? null;
}

/** The entries of a list of strategies. */
export async function strategyChoices(none = t('Default strategy')) {
  return [['', none], ...(await known('sa/repricer/strategies')).map((one) => [one.id, one.name])];
}

async function inputFor(name, row, sku) {
  const value = name === 'cost' ? sku.costs.unit_cost ?? sku.counted_cost?.unit_cost ?? null : members[name].of(row);
  const label = `${t(members[name].label)}: ${row.title ?? row.sku}`;
  const list = { strategy: () => strategyChoices(), mode: () => ['auto', 'manual', 'off'].map((m) => [m, say('modes', m)]) }[members[name].kind];
  if (!list) return h('input', { type: 'text', inputmode: 'decimal', class: 'in-place', value: value ?? '', 'aria-label': label, autocomplete: 'off' });
  return h('select', { class: 'in-place', 'aria-label': label }, (await list()).map(([word, text]) => h('option', { value: word, selected: String(word) === String(value ?? '') }, text)));
}

function chosen(name, input) {
  switch (members[name].kind) {
    case 'strategy': return input.value === '' ? null : Number(input.value);
    case 'mode': return input.value;
    default: return numberOf(input.value);
  }
}

/** Saves a value of a row as the person has seen the row, and returns the row as it is then. */
export async function save(name, row, sku, value, version) {
  if (name === 'cost') {
    await send('PATCH', `skus/${sku.id}`, { costs: { unit_cost: value } }, { version });
    return (await read(`${path}/${row.id}`)).data;
  }
  return (await send('PATCH', `${path}/${row.id}`, members[name].body(value), { version })).data;
}

const said = (trouble) => h('span', { class: 'trouble', role: 'alert' }, trouble);

/** A button with a value that turns into an input. saved is called with the row as it is then. */
export function editable(name, row, saved) {
  const byDefault = name === 'strategy_id' && row.strategy_id === null;
  const text = byDefault ? strategyName(row.effective_strategy_id) : written(name, members[name].of(row), row.currency);
  const hint = byDefault ? t('default') : null;
  const node = h('span', { class: 'edit' });
  const open = button([text, hint ? [' ', h('span', { class: 'hint' }, hint)] : null], () => begin(), {
    class: 'value', 'data-focus': `${name}-${row.id}`, 'data-edit': name, 'aria-label': `${t(members[name].label)}: ${text}${hint ? ` ${hint}` : ''}. ${t('Edit')}`,
  });
  node.append(open);

  async function begin() {
    open.disabled = true;
    let sku = null;
    try {
      if (name === 'cost') {
        sku = await skuOf(row);
        if (!sku) return leave(t('This row has no SKU, so its cost is not known.'));
      }
      const input = await inputFor(name, row, sku);
      const before = input.value;
      let over = false;
      const finish = async (keep, stay) => {
        if (over) return;
        over = true;
        if (!keep || input.value === before) return leave(null, stay);
        const trouble = await store(input, sku);
        if (!trouble) return;
        if (!stay) return leave(trouble, false);
        show(node, input, said(trouble));
        input.focus();
        over = false;
      };
      input.addEventListener('keydown', (event) => {
        if (event.key === 'Enter') finish(true, true);
        else if (event.key === 'Escape') finish(false, true);
        else return;
        event.preventDefault();
      });
      input.addEventListener('blur', () => finish(true, false));
      if (input.tagName === 'SELECT') input.addEventListener('change', () => finish(true, true));
      node.dataset.editing = 'true';
      input.dataset.focus = open.dataset.focus; // the next button in this place gets the focus
      show(node, input, name === 'cost' ? h('span', { class: 'hint' }, sku.costs.currency) : null);
      input.focus();
      input.select?.();
    } catch (cause) {
      leave(plainly(cause));
    }
    return undefined;
  }

  function leave(trouble = null, focus = true) {
    delete node.dataset.editing;
    open.disabled = false;
    show(node, open, trouble ? said(trouble) : null);
    if (focus) open.focus();
  }

  /** Stores what was entered, and returns what went wrong. */
  async function store(input, sku) {
    const value = chosen(name, input);
    if (value === undefined) return t('This is no number.');
    try {
      const after = await save(name, row, sku, value, sku ? sku.version : row.version);
      delete node.dataset.editing;
      saved(after);
      toast(t('Saved.'));
    } catch (cause) {
      if (cause.status !== 412) return plainly(cause);
      leave();
      await conflict(name, row, sku, value, saved);
    }
    return null;
  }
  return node;
}

/** Shows the value that somebody else has stored meanwhile beside the person's own. */
async function conflict(name, row, sku, mine, saved) {
  const now = (await read(`${path}/${row.id}`)).data;
  const there = sku ? (await read(`skus/${sku.id}`)).data : null;
  const theirs = there ? there.costs.unit_cost : members[name].of(now);
  dialog(t('Somebody else has changed this row'), (close) => [
    h('p', { class: 'hint' }, `${row.title ?? row.sku} · ${row.sku} · ${shop(row.marketplace_id)}`),
    h('dl', { class: 'facts pairwise', id: 'conflict' },
      h('div', { class: 'fact' }, h('dt', {}, `${t(members[name].label)}, ${t('as stored now')}`), h('dd', {}, written(name, theirs, there?.costs.currency ?? row.currency))),
      h('div', { class: 'fact' }, h('dt', {}, `${t(members[name].label)}, ${t('as you entered it')}`), h('dd', {}, written(name, mine, there?.costs.currency ?? row.currency)))),
    h('div', { class: 'ends' },
      act(t('Keep what is stored'), async () => {
        close();
        saved(now);
      }, { id: 'keep-theirs' }),
      act(t('Store mine'), async () => {
        const after = await save(name, now, there, mine, there ? there.version : now.version);
        close();
        saved(after);
        toast(t('Saved.'));
      }, { class: 'main', id: 'store-mine' })),
  ]);
}

/** Resumes a row on hold: the decision is made as the person has seen the row. */
export function resumeButton(row, saved, attributes = {}) {
  return act(t('Resume'), async () => {
    const answer = await send('POST', `${path}/${row.id}/reprice`, { resume: true });
    toast(answer.data.decision.sentences[0] ?? t('The row goes on.'));
    saved((await read(`${path}/${row.id}`)).data);
  }, { class: 'quiet go', 'data-resume': row.id, 'data-focus': `resume-${row.id}`, 'aria-label': `${t('Resume')}: ${row.title ?? row.sku}`, ...attributes });
}

/** Fields of a change of rows, for a single row, many rows and new rows. read returns the change. */
export async function changeFields(current = null) {
  const keep = [['', t('leave as it is')]];
  const first = current ? [] : keep;
  const strategies = (await known('sa/repricer/strategies')).map((one) => [one.id, one.name]);
  const l = current?.limits ?? {}, placeholder = current ? '' : t('leave as it is');
  const fields = {
    min_price: field(t('Minimum'), 'money', { value: l.min_price, placeholder, name: 'min_price' }),
    max_price: field(t('Maximum'), 'money', { value: l.max_price, placeholder, name: 'max_price' }),
    strategy_id: field(t('Strategy'), [...first, ['default', t('Default strategy')], ...strategies], { value: current ? current.strategy_id ?? 'default' : '', name: 'strategy_id' }),
    mode: field(t('Mode'), [...first, ...['auto', 'manual', 'off'].map((m) => [m, say('modes', m)])], { value: current?.mode, name: 'mode' }),
    min_price_mode: field(t('The floor comes from'), [...first, ['manual', t('the minimum')], ['roi', t('a return on the cost')], ['margin', t('a margin')], ['markup', t('a markup on the cost')]],
      { value: l.min_price_mode, name: 'min_price_mode' }),
    target_roi: field(t('Return on the cost, %'), 'money', { value: l.target_roi, placeholder, name: 'target_roi' }),
    target_margin: field(t('Margin, %'), 'money', { value: l.target_margin, placeholder, name: 'target_margin' }),
    min_price_markup: field(t('Markup'), 'money', { value: l.min_price_markup, placeholder, name: 'min_price_markup' }),
    reprice_priority: field(t('Priority'), [...first, ['fast', t('fast')], ['normal', t('normal')], ['low', t('low')]], { value: current?.reprice_priority, name: 'reprice_priority' }),
    allow_loss: field(t('May be sold at a loss'), [...first, ['false', t('no')], ['true', t('yes')]], { value: current ? String(current.allow_loss) : '', name: 'allow_loss' }),
  };
  const money = ['min_price', 'max_price', 'target_roi', 'target_margin', 'min_price_markup'];
  return {
    node: h('div', { class: 'fields' }, Object.values(fields)),
    read() {
      const out = {}, limits = {};
      for (const [name, { input }] of Object.entries(fields)) {
        if (money.includes(name)) {
          const value = exact(input.value);
          if (current ? value !== l[name] : value !== null) limits[name] = value;
        } else if (input.value !== '') {
          const value = { strategy_id: (v) => (v === 'default' ? null : Number(v)), allow_loss: (v) => v === 'true' }[name]?.(input.value) ?? (name === 'strategy_id' ? null : input.value);
          const holder = name === 'min_price_mode' ? limits : out;
          const old = name === 'min_price_mode' ? l[name] : current?.[name];
          if (!current || value !== old) holder[name] = value;
        }
      }
      return Object.keys(limits).length ? { ...out, limits } : out;
    },
  };
}
