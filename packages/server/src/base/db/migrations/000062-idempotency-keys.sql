-- What a program sent with an Idempotency-Key, and what it was answered, for 24 hours. Without an answer, the request is
-- still being carried out, or its outcome is unknown because the program ended meanwhile: it is not carried out again.
create table idempotency_keys (
  firm_id integer not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  call text not null,
  key text not null,
  -- Of the request's body, parameters and type, and of the role it was sent with.
  digest text not null,
  -- Sealed, because an answer may have a token in it.
  answer bytea,
  started_at timestamp(3) with time zone not null default now(),
  primary key (firm_id, user_id, call, key)
);
