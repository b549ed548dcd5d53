import {
  caseName,
  caseNumber,
  events,
  type FirmSize,
  fillCases,
  inBatches,
  people,
  type RunStatements,
} from './search-fill.ts'

/** A firm of 500 attorneys after ten years. */
export interface GrownFirm extends FirmSize {
  documents: number
}

/** The messages of a filing, and its recipients. */
const each = { items: 2, deliveries: 2 } as const

/** Fills a firm with cases and with what ten years of notices leave behind, ending now. */
export async function fillGrown(run: RunStatements, firm: number, size: GrownFirm): Promise<void> {
  await run(`create table bench.own_cases as
    select row_number() over () - 1 as n, id, name, case_number from cases where firm_id = ${firm}`)
  await fillCases(run, firm, size)
  const filings = Math.floor(size.items / each.items)
  const tables: readonly [count: number, insert: (from: string) => string][] = [
    [filings, (from) => filingsOf(from, { firm, size, count: filings })],
    [filings, (from) => envelopes(from, firm)],
    [size.items, (from) => items(from, { firm, count: size.items })],
    [size.items, (from) => progress(from, firm)],
    [size.items, (from) => history(from, firm)],
    [size.documents, (from) => documents(from, { firm, share: Math.max(1, Math.floor(filings / size.documents)) })],
    [size.documents, (from) => ofDocuments(from, firm)],
    [filings * each.deliveries, (from) => deliveries(from, firm)],
    [size.items, (from) => systemEvents(from, firm)],
    [size.cases / 5, (from) => ignoredCases(from, { firm, serials: size.serials })],
    [size.cases, (from) => recent(from, { firm, count: size.cases })],
    [size.cases / 5, (from) => confirmed(from, { firm, serials: size.serials })],
    [size.cases, (from) => signIns(from, { firm, count: size.cases })],
  ]
  await run('create table bench.filings (n bigint primary key, at timestamptz, case_id uuid, name text, number text)')
  for (const [count, insert] of tables)
    await inBatches(count, (from, to) => run(insert(`generate_series(${from}, ${to}) n`)))
  // As the trigger would have noted them; the server looks them up.
  await run(
    `insert into inbox_filings_changed (firm_id, envelope_id) select ${firm}, id from envelopes where firm_id = ${firm}`,
  )
}

/** The ID of the n-th record of a kind. */
const id = (kind: string, firm: number, n = 'n') => `bench.id('${kind}', ${firm}, ${n})`

/** When the n-th of so many records was created, over years or days that end now. */
const since = (count: number, past = '3650 days') => `now() - (${count} + 1 - n) * (interval '${past}' / ${count})`

/** The filing of the n-th record, if each has so many. */
const filingOf = (many: number) => `join bench.filings f on f.n = (made.n + ${many - 1}) / ${many}`

/** A filing in ten is about a case whose notices still come, and one in five about a case that the firm doesn't have. */
function filingsOf(from: string, { firm, size, count }: { firm: number; size: GrownFirm; count: number }): string {
  return `insert into bench.filings select made.n, made.at, case when made.n % 10 = 0 then own.id when made.n % 5 > 0 then ${id('case', firm, 'k')} end,
      case when made.n % 10 = 0 then own.name else ${caseName('k')} end,
      case when made.n % 10 = 0 then own.case_number else ${caseNumber('k', size.serials)} end
    from (select n, ${since(count)} as at, 1 + n * 7919 % ${size.cases} as k from ${from}) made
      join bench.own_cases own on own.n = (made.n / 10) % (select count(*) from bench.own_cases)`
}

function envelopes(from: string, firm: number): string {
  return `insert into envelopes (firm_id, id, created_at, updated_at, case_id, ecfx_jurisdiction_id, event, case_name,
      docket_number, court_envelope_id, date, docket_text)
    select ${firm}, ${id('envelope', firm, 'f.n')}, f.at, f.at, f.case_id, 'court' || f.n % 90, bench.word(${events}, f.n), f.name,
      f.number, 'e' || f.n, f.at::date, repeat('Docket text of a filing. ', 8)
    from ${from} join bench.filings f using (n)`
}

function items(from: string, { firm, count }: { firm: number; count: number }): string {
  return `insert into inbox_items (firm_id, id, created_at, updated_at, received_at, finished_at, status, subject, sender,
      disposition, action_required, trust, dms_status, ecfx_jurisdiction_id, case_id, envelope_id, case_name, docket_number, event,
      document_count, raw_content, fingerprint, attempts, size, hidden, next_stage, stopped_stage)
    select ${firm}, ${id('item', firm, 'made.n')}, made.at, made.at, made.at, made.at,
      case when share < 0.97 then 'Succeeded' when share < 0.985 then 'Failed' when share < 0.999 then 'Canceled' else 'Action Required' end,
      'Activity in Case ' || f.number || ' ' || f.name, 'ecf-notices@court' || f.n % 90 || '.example', 'PROCESSED',
      case when share >= 0.999 then 'USER' else 'NONE' end, 'verified', case when share < 0.99 then 'succeeded' else 'failed' end,
      'court' || f.n % 90, f.case_id, ${id('envelope', firm, 'f.n')}, f.name, f.number, bench.word(${events}, f.n), 1,
      md5('raw' || made.n), md5('item' || made.n) || md5('${firm}' || made.n), 1, 6000 + made.n % 9000, random() < 0.3,
      case when share >= 0.999 then 'match' end, case when share >= 0.999 then 'match' end
    from (select n, ${since(count)} as at, random() as share from ${from}) made ${filingOf(each.items)}`
}

function progress(from: string, firm: number): string {
  return `insert into item_progress (firm_id, id, outcomes) select ${firm}, ${id('item', firm)},
      jsonb_build_object('parse', jsonb_build_object('result', repeat(md5(n::text), 10))) from ${from}`
}

function history(from: string, firm: number): string {
  return `insert into history (firm_id, id, inbox_item_id, at, stage, outcome, sentence)
    select ${firm}, ${id('history', firm)}, ${id('item', firm)}, now(), 'match', 'done',
      'Matched to a case by its number.' from ${from}`
}

function documents(from: string, { firm, share }: { firm: number; share: number }): string {
  return `insert into documents (firm_id, id, created_at, updated_at, envelope_id, position, title, verdict, file_id, size, pages)
    select ${firm}, ${id('document', firm, 'made.n')}, f.at, f.at, ${id('envelope', firm, 'f.n')}, 0, 'Order', 'fetched',
      md5('file' || made.n) || md5(made.n::text), 40000 + made.n % 9000, 3
    from ${from.replace(/ n$/, ' as made (n)')} join bench.filings f on f.n = made.n * ${share}`
}

/**
 * What each document has: its link, its stamps, its text and its copy, whose paths are as even as those of a policy; and
 * what its filing has: the wait for its stamp, and the message to a channel.
 */
function ofDocuments(from: string, firm: number): string {
  const rows = `${from} join documents d on d.firm_id = ${firm} and d.id = ${id('document', firm)}
    join inbox_items i on i.firm_id = ${firm} and i.envelope_id = d.envelope_id
    join (select id from storage_policies where firm_id = ${firm} limit 1) policy on true`
  const distinct = 'select distinct on (d.id)'
  return `insert into links (firm_id, id, link_key, envelope_id, inbox_item_id, position, link, verdict, requested_at)
      ${distinct} ${firm}, ${id('link', firm)}, md5('link' || n), d.envelope_id, i.id, 0, '{}'::jsonb, 'fetched', d.created_at from ${rows};
    insert into document_stamps (firm_id, document_id, envelope_id, position, stamps, read_at)
      ${distinct} ${firm}, d.id, d.envelope_id, 0, '[]'::jsonb, d.created_at from ${rows};
    insert into document_copies (firm_id, id, created_at, updated_at, envelope_id, inbox_item_id, document_id, storage_policy_id,
        file_id, status, place, path, attempts, stored_at, copy_key)
      ${distinct} ${firm}, ${id('copy', firm)}, d.created_at, d.created_at, d.envelope_id, i.id, d.id, policy.id, d.file_id,
        case when n % 200 = 0 then 'failed' else 'succeeded' end, 'server', 'Litigation/' || n || '.pdf', 1, d.created_at,
        policy.id || ':' || n from ${rows};
    insert into document_texts (firm_id, document_id, envelope_id, updated_at, file_id, status, pages, words)
      ${distinct} ${firm}, d.id, d.envelope_id, d.created_at, d.file_id, 'read', 3, text_words('An order of the court ' || n) from ${rows};
    insert into stamp_waits (firm_id, id, created_at, updated_at, envelope_id, inbox_item_id, document_processing_id, status,
        minutes, until)
      ${distinct} ${firm}, ${id('wait', firm)}, d.created_at, d.created_at, d.envelope_id, i.id, ${id('processing', firm, '1')},
        case when n % 9 = 0 then 'unstamped' else 'stamped' end, 60, d.created_at + interval '1 hour' from ${rows};
    insert into chat_messages (firm_id, id, created_at, updated_at, envelope_id, inbox_item_id, group_name, service, status,
        attempts, sent_at)
      ${distinct} ${firm}, ${id('chat', firm)}, d.created_at, d.created_at, d.envelope_id, i.id, 'Litigation', 'slack',
        'sent', 1, d.created_at from ${rows}`
}

function deliveries(from: string, firm: number): string {
  const person = `(1 + made.n % ${people.timekeepers})`
  return `insert into deliveries (firm_id, id, created_at, updated_at, envelope_id, inbox_item_id, timekeeper_id, email, method,
      status, attempts, message_id, sent_at, cadence)
    select ${firm}, ${id('delivery', firm, 'made.n')}, f.at, f.at, ${id('envelope', firm, 'f.n')}, ${id('item', firm, `f.n * ${each.items}`)},
      ${id('timekeeper', firm, person)}, 'tk' || ${person} || '@firm${firm}.example', 'PDF', 'sent', 1, 'message' || made.n, f.at, 'REALTIME'
    from ${from.replace(/ n$/, ' as made (n)')} ${filingOf(each.deliveries)}`
}

function systemEvents(from: string, firm: number): string {
  return `insert into system_events (firm_id, id, created_at, updated_at, level, type, sentence, entity, entity_id)
    select ${firm}, ${id('event', firm, 'made.n')}, f.at, f.at, case when made.n % 50 = 0 then 'ERROR' else 'INFO' end,
      (array['notification sent','DMS upload success','page view','object update','login success'])[1 + made.n % 5],
      'A filing was sent to a person of the firm.', 'inbox_item', ${id('item', firm, 'made.n')}::text
    from ${from.replace(/ n$/, ' as made (n)')} ${filingOf(each.items)}`
}

/** Cases of the firm's own courts that it wants to hear no more of. */
function ignoredCases(from: string, { firm, serials }: { firm: number; serials: number | undefined }): string {
  return `insert into ignored_cases (firm_id, id, name, case_number, ecfx_jurisdiction_id)
    select ${firm}, ${id('ignored', firm, 'made.n')}, ${caseName('made.n')}, ${caseNumber('made.n', serials)}, courts.ids[1 + made.n % cardinality(courts.ids)]
    from ${from.replace(/ n$/, ' as made (n)')},
      (select array_agg(distinct court) as ids from jurisdictions, unnest(ecfx_jurisdiction_ids) court where firm_id = ${firm}) courts`
}

/** Cases that people have chosen for a notice. */
function confirmed(from: string, { firm, serials }: { firm: number; serials: number | undefined }): string {
  return `insert into confirmed_matches (firm_id, id, case_id, court_id, docket_number, case_name, user_id)
    select ${firm}, ${id('confirmed', firm)}, ${id('case', firm)}, 'court' || n % 90, ${caseNumber('n', serials)}, ${caseName('n')}, someone.id
    from ${from}, (select id from users where firm_id = ${firm} limit 1) someone`
}

/** Kept for 400 days. */
function signIns(from: string, { firm, count }: { firm: number; count: number }): string {
  return `insert into sign_ins (firm_id, id, created_at, updated_at, user_id, outcome, way, program, network, place)
    select ${firm}, ${id('sign-in', firm)}, at, at, someone.id, case when n % 20 = 0 then 'REFUSED' else 'SIGNED_IN' end, 'PASSWORD',
      'Firefox on Windows', '203.0.113.' || n % 250, 'United States'
    from (select n, ${since(count, '399 days')} as at from ${from}) made, (select id from users where firm_id = ${firm} limit 1) someone`
}

/** What the program forgets after a month or so. */
function recent(from: string, { firm, count }: { firm: number; count: number }): string {
  const person = `1 + n % ${people.timekeepers}`
  return `insert into digests (firm_id, id, created_at, updated_at, kind, email, day, timekeeper_id, until, status, sent_at)
      select ${firm}, ${id('digest', firm)}, at, at, 'daily', 'tk' || ${person} || '@firm${firm}.example', at::date || '-' || n,
        ${id('timekeeper', firm, person)}, at, 'sent', at from (select n, ${since(count, '29 days')} as at from ${from}) made;
    insert into webhook_calls (firm_id, id, created_at, updated_at, webhook_id, message_id, event, payload, status, attempts, called_at)
      select ${firm}, ${id('call', firm)}, at, at, hook.id, ${id('message', firm)}, 'notice.processed', '{}', 'sent', 1, at
      from (select n, ${since(count, '29 days')} as at from ${from}) made, (select id from webhooks where firm_id = ${firm} limit 1) hook`
}
