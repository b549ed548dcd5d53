alter table firms add column trusted_forwarders text[] not null default '{}';
