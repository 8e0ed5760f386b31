-- The token bucket of one key, as bucket.go describes it. Times are
-- microseconds of this server, so processes with different clocks agree.
-- Numbers are kept as plain decimals, which every Lua reads back.
local function exact(n) return string.format('%.12f', n) end
local function micros(n) return string.format('%.0f', n) end

local verb, published, size, job_size = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local pace, jobs_share, busy_for, raise_after = size > 1 and 0.985 or 0.97, 0.8, 60e6, 10
local lowest, highest, max_strikes, max_more, want_slack = 0.01, 100, 5, 60e6, 200e3
local whole = 1 - 1e-9
local jobs = 2

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1e6 + tonumber(time[2])
local state = redis.call('HMGET', KEYS[1], 'tokens', 'jobs', 'at', 'rate', 'candidate', 'readings', 'strikes', 'busy', 'want0', 'want1', 'want2')
local function field(i, default) return tonumber(state[i] or nil) or default end

local tokens, job_tokens, at = field(1, size), field(2, job_size), field(3, now)
local rate, candidate, readings, strikes = field(4, published), field(5, 0), field(6, 0), field(7, 0)
local busy, want = field(8, 0), { field(9, 0), field(10, 0), field(11, 0) }

local passed = (now - at) / 1e6
if passed > 0 then
  local back = passed * rate * pace
  tokens = math.min(size, tokens + back)
  job_tokens = math.min(job_size, job_tokens + jobs_share * back)
  at = now
end

local answer = {}
if verb == 'take' then
  local lane = tonumber(ARGV[5])
  local interval = 1 / (rate * pace)
  local held = math.max(0, (at - now) / 1e6)
  local wait = held + (1 - tokens) * interval
  local ok = tokens >= whole and held == 0
  if lane ~= jobs then
    busy = now + busy_for
  elseif busy > now and job_tokens < whole then
    ok = false
    wait = math.max(wait, (1 - job_tokens) * interval / jobs_share)
  end
  for other = 0, lane - 1 do
    if want[other + 1] > now then
      ok = false
      wait = math.max(wait, interval)
    end
  end
  local left = tokens - held / interval
  local wait_micros = 0
  if ok then
    tokens, left = tokens - 1, left - 1
    if lane == jobs then job_tokens = math.max(0, job_tokens - 1) end
    want[lane + 1] = 0
  else
    wait_micros = math.max(1, math.ceil(math.max(wait, 0) * 1e6))
    want[lane + 1] = now + wait_micros + want_slack
  end
  answer = { ok and '1' or '0', string.format('%.0f', wait_micros), exact(left), string.format('%.0f', interval * 1e6) }
elseif verb == 'refused' then
  local interval = 1e6 / (rate * pace)
  strikes = math.min(strikes + 1, max_strikes)
  local more = interval * tonumber(ARGV[6]) * (2 ^ strikes - 1)
  local held = math.max(interval + math.min(more, max_more), tonumber(ARGV[5]))
  at = math.max(at, now + held - interval)
  tokens, job_tokens = 0, math.min(job_tokens, 0)
else
  strikes = 0
  local told = tonumber(ARGV[5])
  if told and told > 0 then
    told = math.min(math.max(told, lowest * published), highest * published)
    told = math.floor(told * 1e9 + 0.5) / 1e9 -- so that it equals itself when read back
    if told < rate then
      rate, candidate, readings = told, 0, 0
    elseif told == rate then
      candidate, readings = 0, 0
    elseif told == candidate then
      readings = readings + 1
      if readings >= raise_after then rate, candidate, readings = told, 0, 0 end
    else
      candidate, readings = told, 1
    end
  end
end

redis.call('HSET', KEYS[1], 'tokens', exact(tokens), 'jobs', exact(job_tokens), 'at', micros(at),
  'rate', exact(rate), 'candidate', exact(candidate), 'readings', micros(readings), 'strikes', micros(strikes),
  'busy', micros(busy), 'want0', micros(want[1]), 'want1', micros(want[2]), 'want2', micros(want[3]))
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.max(3600e3, 4e3 * size / rate)))
return answer
