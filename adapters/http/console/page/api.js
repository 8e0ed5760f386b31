// Calls of the API. The browser keeps a cookie that scripts cannot read; it counts for calls of this
// page alone.

const base = new URL('../../', import.meta.url);
const api = new URL('api/v1/', base);
const mine = { 'X-Console': '1', Accept: 'application/json' };

/** A fault in words for people. */
export class Trouble extends Error {
  constructor(message, { status = 0, code = '', retryAfter = 0, trace = '', said = {} } = {}) {
    super(message);
    Object.assign(this, { status, code, retryAfter, trace, said });
  }

  /** Nobody is signed in, so no call will work. */
  get locked() {
    return this.status === 401 || (this.status === 403 && this.code === 'access_denied');
  }
}

async function troubleOf(answer) {
  let said = {};
  try {
    said = await answer.json();
  } catch {
    // Not every proxy speaks JSON.
  }
  const parts = [said.message || answer.statusText || `The service answered ${answer.status}.`,
    ...(said.errors ?? []).filter((e) => !said.message?.includes(e.message))
      .map((e) => [(e.pointer ?? e.parameter ?? '').replace(/^\//, '').replaceAll('/', ' '), e.message].filter(Boolean).join(' '))];
  return new Trouble(parts.join(' · '), {
    status: answer.status, code: said.code, trace: said.trace_id, retryAfter: Number(answer.headers.get('Retry-After')) || 0, said,
  });
}

async function call(address, options) {
  let answer;
  try {
    answer = await fetch(address, { cache: 'no-store', credentials: 'same-origin', redirect: 'error', ...options });
  } catch (cause) {
    if (cause.name === 'AbortError') throw cause;
    throw new Trouble('The service cannot be reached.');
  }
  if (!answer.ok) throw await troubleOf(answer);
  return answer;
}

function addressOf(path, parameters) {
  const address = new URL(path, api);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '' && value !== null && value !== undefined) address.searchParams.set(name, value);
  }
  return address;
}

/** Reads from the API. Parameters that are empty are left out. */
export async function read(path, parameters = {}, signal = undefined) {
  return (await call(addressOf(path, parameters), { signal, headers: mine })).json();
}

/** Changes something. version is that of the record as the person has seen it. */
export async function send(method, path, body = undefined, { parameters = {}, version = undefined } = {}) {
  const headers = { ...mine };
  if (version !== undefined) headers['If-Match'] = `"${version}"`;
  if (method === 'POST') headers['Idempotency-Key'] = crypto.randomUUID();
  const form = body instanceof FormData;
  if (body !== undefined && !form) headers['Content-Type'] = 'application/json';
  const answer = await call(addressOf(path, parameters), { method, headers, body: form || body === undefined ? body : JSON.stringify(body) });
  return answer.status === 204 ? null : answer.json();
}

/** Saves a file that the API makes. */
export async function download(path, parameters, name) {
  const answer = await call(addressOf(path, parameters), { headers: { ...mine, Accept: '*/*' } });
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Signs in with a key. */
export async function signIn(key) {
  await call(new URL('app/sign-in', base), { method: 'POST', headers: { ...mine, 'Content-Type': 'application/json' }, body: JSON.stringify({ key }) });
}

/** Signs out here, or everywhere where the same key was used. */
export async function signOut(everywhere = false) {
  forgetNames();
  sessionStorage.removeItem('selling-assistant-key');
  await call(new URL(`app/sign-out?everywhere=${everywhere}`, base), { method: 'POST', headers: mine });
}

/** All entries of a list that is short. */
export async function readAll(path, parameters = {}, signal = undefined, most = 1_000) {
  const all = [];
  let cursor = '';
  do {
    const page = await read(path, { ...parameters, limit: 200, cursor }, signal);
    all.push(...page.data);
    cursor = page.meta.next_cursor;
  } while (cursor && all.length < most);
  return all;
}

const lists = new Map(); // of short lists that hardly change, by path

/** A short list, read at most once in a minute. */
export async function known(path, signal) {
  const kept = lists.get(path);
  if (kept && Date.now() - kept.at < 60_000) return kept.data;
  const data = await readAll(path, {}, signal);
  lists.set(path, { at: Date.now(), data });
  return data;
}

/** Reads short lists anew at their next use. */
export const forgetNames = () => lists.clear();

const strategies = 'sa/repricer/strategies';
export const readStrategies = (signal) => known(strategies, signal);

/** The name of a strategy, or its number where it was deleted. */
export function strategyName(id) {
  if (id === null || id === undefined) return 'no strategy';
  return lists.get(strategies)?.data.find((one) => one.id === id)?.name ?? `strategy ${id}`;
}

let markets = null;

/** The marketplaces of the team's seller accounts. */
export async function accountMarkets(signal) {
  markets ??= [...new Set((await read('account', {}, signal)).data.connections.flatMap((c) => c.marketplace_ids))];
  return markets;
}
