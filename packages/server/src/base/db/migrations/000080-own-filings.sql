alter table firms add column omits_own_filings boolean not null default false;
