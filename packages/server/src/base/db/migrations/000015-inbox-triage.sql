-- What people write down about an item, for one another.
create table inbox_notes (
  firm_id integer not null,
  id uuid not null,
  inbox_item_id uuid not null,
  author_id uuid not null,
  text text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  -- Deleting is taken back by whoever wrote it.
  deleted_at timestamp(3) with time zone,
  primary key (firm_id, id),
  foreign key (firm_id, inbox_item_id) references inbox_items (firm_id, id) on delete cascade,
  foreign key (firm_id, author_id) references users (firm_id, id)
);
create index inbox_notes_item_idx on inbox_notes (firm_id, inbox_item_id, created_at);
create index inbox_notes_author_idx on inbox_notes (firm_id, author_id);
-- Items that wait for the same answer are found by their number.
create index inbox_items_waiting_idx on inbox_items (firm_id, docket_number) where status = 'Action Required';
create index inbox_items_hidden_idx on inbox_items (firm_id, received_at, id) where hidden;
