create table mail_senders (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  service text not null,
  address text not null,
  sender_name text,
  is_active boolean not null default true,
  tenant_id text,
  client_id text,
  client_secret bytea,
  client_certificate bytea,
  service_account_key bytea,
  password bytea,
  server text,
  token_url text,
  scope text,
  expires_at date,
  health text not null default 'unknown',
  sentence text,
  checked_at timestamp(3) with time zone,
  primary key (firm_id, id),
  constraint mail_senders_one_active exclude using btree (firm_id with =) where (is_active)
);
create unique index mail_senders_name_key on mail_senders (firm_id, name);
create unique index mail_senders_name_nocase_key on mail_senders (firm_id, lower(name));

-- When administrators were last told that nothing can be sent by an account. Apart from its settings, so that sending
-- changes no record.
create table mail_sender_alerts (
  firm_id integer not null,
  id uuid not null,
  told_at timestamp(3) with time zone not null,
  primary key (firm_id, id),
  foreign key (firm_id, id) references mail_senders (firm_id, id) on delete cascade
);
