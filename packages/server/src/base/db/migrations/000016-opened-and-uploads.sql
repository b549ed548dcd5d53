-- A person may be told of a filing again, when somebody asks for it: each time is a delivery of its own.
alter table deliveries add column repeat integer not null default 0;
alter table deliveries add column attached_count integer;
alter table deliveries add column first_opened_at timestamp(3) with time zone;
alter table deliveries add column last_opened_at timestamp(3) with time zone;
alter table deliveries add column open_count integer;
drop index deliveries_envelope_id_email_key;
create unique index deliveries_envelope_id_email_repeat_key on deliveries (firm_id, envelope_id, email, repeat);

-- Filings of some days are found by their date.
create index envelopes_date_idx on envelopes (firm_id, date);

-- What somebody put into manual processing and has not handed in yet: theirs alone, until it is part of an inbox item.
create table uploads (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  user_id uuid not null,
  file_id text not null,
  file_name text not null,
  kind text not null,
  size integer not null,
  pages integer,
  primary key (firm_id, id)
);
create index uploads_created_at_idx on uploads (firm_id, created_at);
