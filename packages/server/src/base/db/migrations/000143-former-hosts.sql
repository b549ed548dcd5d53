-- Hosts that a credential's address named before it was changed: links to documents there are no longer shown.
alter table credentials add column former_hosts text[] not null default '{}';
