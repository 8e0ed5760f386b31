// Calls of the API. The key travels in a header, never in an address.

const base = new URL('../../api/v1/', import.meta.url);
const slot = 'selling-assistant-key';

/** The key lives as long as the tab. */
export const key = {
  get: () => sessionStorage.getItem(slot),
  set: (text) => sessionStorage.setItem(slot, text),
  forget: () => {
    sessionStorage.removeItem(slot);
    names.clear();
    namesAt = 0;
  },
};

/** A fault in words for people. */
export class Trouble extends Error {
  constructor(message, { status = 0, code = '', retryAfter = 0, trace = '' } = {}) {
    super(message);
    Object.assign(this, { status, code, retryAfter, trace });
  }

  /** The key does not work, so no call will. */
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
  return new Trouble(said.message || answer.statusText || `The service answered ${answer.status}.`, {
    status: answer.status, code: said.code, trace: said.trace_id, retryAfter: Number(answer.headers.get('Retry-After')) || 0,
  });
}

/** Reads from the API. Parameters that are empty are left out. */
export async function read(path, parameters = {}, signal = undefined) {
  const address = new URL(path, base);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '' && value !== null && value !== undefined) address.searchParams.set(name, value);
  }
  let answer;
  try {
    answer = await fetch(address, {
      signal, headers: { 'X-Api-Key': key.get() ?? '', Accept: 'application/json' }, cache: 'no-store', credentials: 'omit', redirect: 'error',
    });
  } catch (cause) {
    if (cause.name === 'AbortError') throw cause;
    throw new Trouble('The service cannot be reached.');
  }
  if (!answer.ok) throw await troubleOf(answer);
  return answer.json();
}

const names = new Map(); // of strategies, by id
let namesAt = 0;

/** Reads the names of the team's strategies, at most once in a minute. */
export async function readStrategies(signal) {
  if (Date.now() - namesAt < 60_000) return;
  let cursor = '';
  do {
    const page = await read('sa/repricer/strategies', { limit: 200, cursor }, signal);
    for (const one of page.data) names.set(one.id, one.name);
    cursor = page.meta.next_cursor;
  } while (cursor);
  namesAt = Date.now();
}

/** The name of a strategy, or its number where it was deleted. */
export function strategyName(id) {
  if (id === null || id === undefined) return 'no strategy';
  return names.get(id) ?? `strategy ${id}`;
}
