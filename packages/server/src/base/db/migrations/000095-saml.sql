-- A provider is asked with OpenID Connect, by its issuer, or with SAML, as its metadata say.
alter table identity_providers
  add column protocol text not null default 'OIDC',
  add column metadata_url text,
  add column metadata text,
  add column accepts_unsolicited boolean not null default false,
  alter column issuer drop not null,
  alter column client_id drop not null;

-- Metadata as last read from a provider's URL.
create table saml_metadata (
  firm_id integer not null,
  id uuid not null,
  xml text not null,
  read_at timestamp(3) with time zone not null,
  primary key (firm_id, id),
  foreign key (firm_id, id) references identity_providers (firm_id, id) on delete cascade
);

-- Assertions that signed someone in, until they expire: each works once.
create table saml_assertions (
  firm_id integer not null,
  id uuid not null,
  provider_id uuid not null,
  assertion_hash text not null,
  expires_at timestamp(3) with time zone not null,
  primary key (firm_id, id),
  foreign key (firm_id, provider_id) references identity_providers (firm_id, id) on delete cascade
);
create unique index saml_assertions_key on saml_assertions (firm_id, provider_id, assertion_hash);
create index saml_assertions_expires_at_idx on saml_assertions (firm_id, expires_at);
