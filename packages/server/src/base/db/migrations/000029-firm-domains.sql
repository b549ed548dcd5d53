-- Where a firm may receive mail: a whole domain with all below it, or one address (`local_part`). A row counts once it has
-- `proved_at`: the operator gave it, or a DNS record with its token was found.
create type public.domain_span as range (subtype = text, collation = "C");

-- All addresses of a domain and of the domains below it, or one of them, as a range of texts: of ecf@mail.firm.example the
-- text is "example.firm.mail.@ecf", and everything of firm.example lies between "example.firm." and "example.firm/".
create function public.domain_span_of(domain text, local_part text) returns public.domain_span language sql immutable as $$
  select case when local_part is null then public.domain_span(place || '.', place || '/')
    else public.domain_span(place || '.@' || local_part, place || '.@' || local_part, '[]') end
  from (select string_agg(label, '.' order by position desc) as place
    from unnest(string_to_array(domain, '.')) with ordinality as labels (label, position)) as reversed
$$;

create table firm_domains (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  -- As it stands in the DNS: lower case, no dot at the end, and xn-- for what is not ASCII.
  domain text not null check (domain ~ '^[a-z0-9_-]+(\.[a-z0-9_-]+)*$'),
  -- Lower case, without what follows a plus sign; null for the whole domain.
  local_part text check (local_part = lower(local_part) and local_part <> ''),
  given_by text not null default 'operator' check (given_by in ('operator', 'dns', 'upgrade')),
  token text,
  proved_at timestamp(3) with time zone,
  checked_at timestamp(3) with time zone,
  problem text,
  span public.domain_span generated always as (public.domain_span_of(domain, local_part)) stored,
  primary key (firm_id, id),
  -- An index knows no row-level security: what one firm has, no other firm can have, nor anything around or inside it.
  constraint firm_domains_one_owner exclude using gist (span with &&) where (proved_at is not null)
);
create unique index firm_domains_domain_key on firm_domains (firm_id, domain, coalesce(local_part, ''));

create function public.domain_span_of_address(address text) returns public.domain_span language sql immutable as $$
  select public.domain_span_of(
    regexp_replace(lower(address), '^.*@', ''),
    case when address like '*@%' then null
      else regexp_replace(regexp_replace(lower(address), '@[^@]*$', ''), '^([^+]+)[+].*$', '\1') end)
$$;

-- The last word on who receives what, whoever writes. Addresses that a firm had before this migration stay in its row, and
-- count once their domain is given.
create function demand_own_addresses() returns trigger language plpgsql as $$
declare foreign_address text
; begin
  select address into foreign_address from unnest(new.incoming_email_addresses) as given (address)
    where (tg_op = 'INSERT' or address <> all (old.incoming_email_addresses))
      and not exists (select from firm_domains d where d.firm_id = new.firm_id and d.proved_at is not null
        and d.span @> domain_span_of_address(address))
    limit 1
; if found then
    raise exception 'firm % does not have the domain of %', new.firm_id, foreign_address
      using errcode = 'check_violation', constraint = 'firms_own_addresses', table = 'firms'
; end if
; return new
; end $$;
create trigger firms_own_addresses before insert or update of incoming_email_addresses on firms
  for each row execute function demand_own_addresses();

-- At the end of the transaction: a domain may be replaced by one that contains it. The lock is the one a change of the
-- addresses takes, so that of a removal and such a change at once the second sees the first.
create function demand_unused_domain() returns trigger language plpgsql as $$
declare used_address text
; begin
  perform from firms f where f.firm_id = old.firm_id for update
; select address into used_address from firms f, unnest(f.incoming_email_addresses) as given (address)
    where f.firm_id = old.firm_id and old.proved_at is not null and old.span @> domain_span_of_address(address)
      and not exists (select from firm_domains d where d.firm_id = f.firm_id and d.proved_at is not null
        and d.span @> domain_span_of_address(address))
    limit 1
; if found then
    raise exception 'firm % still receives mail at %', old.firm_id, used_address
      using errcode = 'check_violation', constraint = 'firm_domains_unused', table = 'firm_domains'
; end if
; return null
; end $$;
create constraint trigger firm_domains_unused after delete or update on firm_domains
  deferrable initially deferred for each row execute function demand_unused_domain();
