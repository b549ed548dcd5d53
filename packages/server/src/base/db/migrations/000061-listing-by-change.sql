-- A row's updated_at is the beginning of the transaction that wrote it, which may be committed after later ones. Whoever
-- lists rows by it must not go past a transaction that is still open. As the owner, because others may not see when
-- transactions began; a second earlier, because a transaction begins a moment before it is known to have begun.
create function oldest_open_change() returns timestamp(3) with time zone
  language sql volatile security definer set search_path = pg_catalog
  as $$ select date_trunc('milliseconds', least(min(xact_start), clock_timestamp() - interval '1 second'))
    from pg_stat_activity where datname = current_database() and xact_start is not null $$;
