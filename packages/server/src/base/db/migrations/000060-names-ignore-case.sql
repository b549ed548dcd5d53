-- "Acme" and "ACME" are one name to the people of a firm, and "c-1" and "C-1" one number: from here on, a second record
-- that differs only in case is refused. Records that already collide all stay: the first counts, the others are left
-- out of the new index and only have to differ exactly, as before. A firm's rows are out of the owner's own sight, and a
-- new database has none (as in 000002).
do $$
declare entry record
; parts text
; later uuid[]
; begin
  for entry in
    select * from (values
      ('user_security_roles', '', 'name'), ('clients', '', 'number'), ('matters', '', 'number'),
      ('cases', 'jurisdiction_id', 'case_number'), ('jurisdictions', '', 'name'), ('storage_policies', '', 'name'),
      ('notice_formats', '', 'name'), ('departments', '', 'number'), ('locations', '', 'code'),
      ('practice_groups', '', 'practice_code'), ('area_of_laws', '', 'name'), ('timekeeper_groups', '', 'name'),
      ('jurisdiction_groups', '', 'name'), ('auto_case_creations', '', 'name'),
      ('ignored_cases', 'ecfx_jurisdiction_id', 'case_number'), ('notification_rules', '', 'name'),
      ('email_templates', '', 'name'), ('document_processings', '', 'name'), ('webhooks', '', 'name'),
      ('ethical_walls', '', 'name'), ('abbreviations', '', 'name'), ('filevine_credentials', '', 'name'),
      ('box_client_credentials', '', 'name'), ('box_credentials', '', 'name'),
      ('sharepoint_online_credentials', '', 'name'), ('sharepoint_server_credentials', '', 'name'),
      ('clio_credentials', '', 'name'), ('smokeball_credentials', '', 'name'),
      ('netdocuments_client_credentials', '', 'name'), ('netdocuments_cloud_credentials', '', 'name'),
      ('litify_credentials', '', 'name'), ('neos_credentials', '', 'name'), ('imanage_cloud_credentials', '', 'name'),
      ('imanage_server_credentials', '', 'name'), ('generic_credentials', '', 'name')
    ) as groups (of_table, beside, named)
  loop
    parts := concat_ws(', ', 'firm_id', nullif(entry.beside, ''), format('lower(%I)', entry.named))
    ; later := '{}'
    ; if exists (select from pg_policies where tablename = entry.of_table and policyname = 'system_access') then
      set local role courtcrier_system
      ; execute format('select coalesce(array_agg(id), ''{}'') from (
          select id, row_number() over (partition by %s order by created_at, id) as nth from %I) numbered
          where nth > 1', parts, entry.of_table) into later
      ; reset role
    ; end if
    ; execute format('create unique index %I on %I (%s)%s',
        concat_ws('_', entry.of_table, nullif(entry.beside, ''), entry.named, 'nocase_key'), entry.of_table, parts,
        case when cardinality(later) = 0 then '' else format(' where id <> all (%L::uuid[])', later) end)
  ; end loop
; end $$;
