-- When a filing's next look for its stamp is planned, so that looks in between begin no second series. Null until the first
-- one, and for waits from before.
alter table stamp_waits add column next_look_at timestamptz;
