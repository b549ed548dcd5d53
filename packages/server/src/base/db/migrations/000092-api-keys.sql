-- Users that are programs: they can't sign in, and act by keys only.
alter table users add column is_service_account boolean not null default false;

-- The import tokens become keys of a kind: the table goes on under another name, with its rows, so that they still work.
alter table import_tokens rename to api_keys;
alter table api_keys rename constraint import_tokens_pkey to api_keys_pkey;
alter table api_keys rename column token_hash to secret_hash;
alter table api_keys rename column user_id to created_by;
alter table api_keys rename constraint import_tokens_firm_id_user_id_fkey to api_keys_created_by_fkey;
drop index import_tokens_firm_id_key;

alter table api_keys
  add column kind text not null default 'import',
  add column name text not null default 'Import token',
  -- Whose rights limit it; none for an import token.
  add column user_id uuid,
  -- The first and last characters of the secret, for people.
  add column hint text,
  add column scopes jsonb not null default '{}',
  add column networks text[] not null default '{}',
  add column expires_at timestamp(3) with time zone,
  add column last_used_network text,
  add column rotated_at timestamp(3) with time zone,
  -- The secret before the last rotation, and until when it works.
  add column former_hash text,
  add column former_until timestamp(3) with time zone,
  add column revoked_at timestamp(3) with time zone,
  -- When a refusal was last logged.
  add column refused_at timestamp(3) with time zone,
  add constraint api_keys_user_id_fkey foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade;
alter table api_keys alter column kind drop default, alter column name drop default;

create unique index api_keys_secret_hash_key on api_keys (firm_id, secret_hash);
create index api_keys_former_hash_idx on api_keys (firm_id, former_hash) where former_hash is not null;
create index api_keys_user_id_idx on api_keys (firm_id, user_id);
-- A firm has one import token at most.
create unique index api_keys_import_key on api_keys (firm_id) where kind = 'import';

-- What someone directed elsewhere with a key says no more than the key allows.
alter table directors add column scopes jsonb;
