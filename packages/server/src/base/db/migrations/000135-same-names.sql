-- Names with the same key look the same: `nameKey` in the contract, which says what counts. The letters are written out
-- here, since a database with the locale C knows no others than A to Z and all others know their own, so that a key is the
-- same in every database. Nothing but PostgreSQL's own functions is called: an index is also built without a search path.
create function name_key(text) returns text language sql immutable parallel safe as $key$
  select case when octet_length($1) = char_length($1)
    then lower(btrim(regexp_replace($1, '[\t-\r ]+', ' ', 'g')) collate "C")
    else btrim(regexp_replace(translate(replace(replace(
      regexp_replace(normalize($1, nfkd),
        '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
      'ß', 'ss'), 'ẞ', 'ss'),
      'ABCDEFGHIJKLMNOPQRSTUVWXYZÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖςͅ‘’‚‛ʼ′“”„‟‐‒–—―−',
      'abcdefghijklmnopqrstuvwxyzæðøþđħłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆσι''''''''''''""""------'),
      '[\t-\r \u0085\u1680\u2028\u2029]+', ' ', 'g')) end
$key$;

-- Records that already have the same name all stay, as in 000060: the first counts, the others are left out of the new
-- index and only have to differ exactly, as before. A firm's rows are out of the owner's own sight, and a new database has
-- none (as in 000002).
do $$
declare entry record
; parts text
; later uuid[]
; begin
  for entry in
    select c.relname as of_index, t.relname as of_table,
      substring(pg_get_indexdef(c.oid) from 'USING btree \((.*?)\)(?: WHERE .*)?$') as formerly,
      case when t.relname = 'agents' then 'revoked_at is null' end as counted
    from pg_class c join pg_index i on i.indexrelid = c.oid join pg_class t on t.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and (c.relname ~ '_nocase_key$' or c.relname = 'agents_name_key')
    order by c.relname
  loop
    parts := replace(entry.formerly, 'lower(', 'name_key(')
    ; later := '{}'
    ; if exists (select from pg_policies where tablename = entry.of_table and policyname = 'system_access') then
      set local role courtcrier_system
      ; execute format('select coalesce(array_agg(id), ''{}'') from (
          select id, row_number() over (partition by %s order by created_at, id) as nth from %I%s) numbered
          where nth > 1', parts, entry.of_table, ' where ' || entry.counted) into later
      ; reset role
    ; end if
    ; execute format('drop index %I', entry.of_index)
    ; execute format('create unique index %I on %I (%s)%s', entry.of_index, entry.of_table, parts,
        ' where ' || nullif(concat_ws(' and ', entry.counted,
          case when cardinality(later) > 0 then format('id <> all (%L::uuid[])', later) end), ''))
  ; end loop
; end $$;
