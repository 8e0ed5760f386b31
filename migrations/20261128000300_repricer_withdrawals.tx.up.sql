-- cancel_reason is why a cancelled price was withdrawn; of those of before it is not
-- known.
ALTER TABLE repricer_changes ADD COLUMN cancel_reason TEXT;
