-- When rows moved behind a wall, and when walls changed: what was written down before may contain what they hide by now.
-- The triggers that note it are made from the definitions after the migrations (records/walls/stamps.ts). A transaction
-- notes each wall and table once, and none waits for another's note.
create table wall_moves (
  firm_id integer not null,
  wall_id uuid not null,
  table_name text not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  moved_at timestamp(3) with time zone not null default clock_timestamp(),
  primary key (firm_id, wall_id, table_name, transaction_id)
);

-- Which transactions' changes each of them may show. A time doesn't tell: a row may be moved before it and hidden after it.
alter table export_runs add column seen pg_snapshot not null default pg_current_snapshot();
alter table import_runs add column seen pg_snapshot not null default pg_current_snapshot();
alter table idempotency_keys add column seen pg_snapshot not null default pg_current_snapshot();
