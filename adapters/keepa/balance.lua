-- Estimates Keepa's bucket, as balance.go describes it. Times are milliseconds of this server, so
-- processes with different clocks agree. A reservation of a process that ended is forgotten when
-- its call must be over.
local verb, ticket = ARGV[1], ARGV[2]
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1e3 + math.floor(tonumber(time[2]) / 1e3)
local minute, kept_minutes, soon, slack = 60e3, 60, 1e3, 200

local all = redis.call('HGETALL', KEYS[1])
local state, reserved = {}, 0
for i = 1, #all, 2 do
  local cost, till = string.match(all[i + 1], '^(%d+) (%d+)$')
  if cost == nil then
    state[all[i]] = tonumber(all[i + 1])
  elseif tonumber(till) < now or verb == 'settle' and all[i] == 'call:' .. ticket then
    redis.call('HDEL', KEYS[1], all[i])
  else
    reserved = reserved + tonumber(cost)
  end
end
local left, rate, next_at, answers = state.left or 1, state.rate or 0, state.next or 0, state.answers or 0

if rate > 0 and now >= next_at then
  local refills = math.floor((now - next_at) / minute) + 1
  left = math.min(math.max(left, rate * kept_minutes), left + refills * rate)
  next_at = next_at + refills * minute
end

local function whole(n) return string.format('%.0f', n) end
local answer = {}
if verb == 'take' then
  local lane, cost, share, within = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
  local floor = 0
  if lane > 0 then floor = math.floor(rate * kept_minutes * share / 100) end
  local free = left - reserved
  local missing, wait = floor + 1 - free, 0
  if missing > 0 then
    wait = soon
    if rate > 0 then wait = next_at - now + math.floor((missing - 1) / rate) * minute end
  elseif reserved > 0 and free < cost then
    wait = soon
  end
  for other = 0, lane - 1 do
    if (state['want' .. other] or 0) > now then wait = math.max(wait, soon) end
  end
  local want = 0
  if wait > 0 then
    -- The caller looks again after a second at most.
    wait = math.max(wait, 1)
    want = now + soon + slack
  else
    redis.call('HSET', KEYS[1], 'call:' .. ticket, whole(cost) .. ' ' .. whole(now + within))
  end
  redis.call('HSET', KEYS[1], 'want' .. lane, whole(want))
  answer = { whole(wait), whole(reserved), whole(answers) }
else
  local known, told, refill_in, told_rate = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
  if told ~= nil then
    if refill_in <= 0 then refill_in = minute end
    local told_next = now + refill_in + 1
    local since = math.floor((next_at - told_next) / minute + 0.5)
    if known ~= answers and since >= 0 then
      told = math.min(left, told + since * rate)
      told_next = next_at
    end
    if told_rate > 0 then rate = told_rate end
    left, rate, next_at, answers = told, math.max(1, rate), told_next, answers + 1
  end
end
redis.call('HSET', KEYS[1], 'left', whole(left), 'rate', whole(rate), 'next', whole(next_at), 'answers', whole(answers))
redis.call('PEXPIRE', KEYS[1], 7200e3)
return answer
