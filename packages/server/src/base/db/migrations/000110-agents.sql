-- Agents that save to DMS in the firm's own network, by credentials that are kept there.
create table agents (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  version text not null,
  -- The credentials it has, as it says itself: names and types, no settings.
  credentials jsonb not null default '[]',
  -- Since when it has been asking for work, and when it last did.
  connected_at timestamp(3) with time zone,
  last_seen_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  primary key (firm_id, id)
);
-- Credentials name their agent: another one can take its place under its name, once it is revoked.
create unique index agents_name_key on agents (firm_id, lower(name)) where revoked_at is null;

-- A key of the kind `agent_enrollment` enrolls one agent under the key's name; that agent's own key is of the kind `enrolled_agent`.
alter table api_keys
  add column agent_id uuid,
  add constraint api_keys_agent_id_fkey foreign key (firm_id, agent_id) references agents (firm_id, id) on delete cascade;
create index api_keys_agent_id_idx on api_keys (firm_id, agent_id) where agent_id is not null;

-- What an agent is asked to do. A row is gone once its answer was read, or it is too late: it can't be done afterwards.
create table agent_work (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  agent_id uuid not null,
  credential_id uuid not null,
  operation text not null,
  arguments jsonb not null,
  state text not null default 'waiting',
  -- Which of the agent's requests took it: only that one may read the document and answer.
  owner uuid,
  -- Until when it may be taken, and then until when it must be answered or prolonged.
  expires_at timestamp(3) with time zone not null,
  lease_ms integer not null,
  result jsonb,
  primary key (firm_id, id),
  foreign key (firm_id, agent_id) references agents (firm_id, id) on delete cascade,
  foreign key (firm_id, credential_id) references credentials (firm_id, id) on delete cascade
);
create index agent_work_agent_id_idx on agent_work (firm_id, agent_id, created_at);
create index agent_work_credential_id_idx on agent_work (firm_id, credential_id);
create index agent_work_expires_at_idx on agent_work (firm_id, expires_at);
