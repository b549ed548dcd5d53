-- What can be taken back: one row for each call that changed rows, however many those were.
create table undos (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  entity text not null,
  kind text not null,
  row_count integer not null,
  -- No foreign key: an undo outlives the user who did it.
  user_id uuid,
  undone_at timestamp(3) with time zone,
  undone_by uuid,
  primary key (firm_id, id)
);
create index undos_expires_at_idx on undos (firm_id, expires_at);

-- The rows as they were. No foreign key to undos: it would be asked once a row of an import; both go together
-- (undo/journal.ts).
create table undo_rows (
  firm_id integer not null,
  undo_id uuid not null,
  -- Rows are taken back in the reverse order of what was done to them.
  step integer not null,
  table_name text not null,
  row_id text not null,
  -- create, update, delete; part and link are what the database deleted or cleared together with the owner.
  action text not null,
  owner_id text not null,
  -- The former values: of an update those of the columns it wrote, otherwise all.
  before jsonb,
  -- The row's updated_at before and after; another one since then means that somebody else changed the row.
  former_version timestamp(3) with time zone,
  version timestamp(3) with time zone,
  primary key (firm_id, undo_id, step, table_name, row_id, action)
);
create index undo_rows_row_idx on undo_rows (firm_id, table_name, row_id);

-- Removing a case asks whether an item leads to it, for each case that an undo of an import removes.
create index inbox_items_case_id_idx on inbox_items (firm_id, case_id) where case_id is not null;
