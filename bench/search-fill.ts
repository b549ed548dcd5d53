/** Runs statements one after another, without parameters, on either database. */
export type RunStatements = (statements: string) => Promise<unknown>

/** How many records of each kind a firm has. */
export interface FirmSize {
  cases: number
  matters: number
  clients: number
  items: number
  /** How many serial numbers the cases share, as those of many courts and years do; each has its own if absent. */
  serials?: number
}

/** Rows that one statement creates. */
const batch = 100_000
export const people = { timekeepers: 500, jurisdictions: 300, judges: 2000 } as const

/** Creates helpers for made-up records; the same number produces the same record, so that references need no lookup. */
export async function prepareFilling(run: RunStatements): Promise<void> {
  await run(`
    create schema if not exists bench;
    -- Ids in the order of time, as the program makes them.
    create or replace function bench.id(kind text, firm integer, n bigint) returns uuid language sql immutable as
      $f$ select (lpad(to_hex(1650000000000 + n * 25), 12, '0') || '7' || substr(md5(kind || firm || ':' || n), 1, 3)
        || 'a' || substr(md5(kind || firm || ':' || n), 4, 15))::uuid $f$;
    -- A few come often, most seldom, as names and courts do.
    create or replace function bench.pick(most integer, sharpness float8 default 3) returns integer language sql volatile as
      $f$ select least(most - 1, floor(most * power(random(), sharpness)))::integer $f$;
    create or replace function bench.word(list text[], n bigint) returns text language sql immutable as
      $f$ select list[1 + n % cardinality(list)] $f$;
    -- 8,000 surnames of three syllables.
    create or replace function bench.surname(n bigint) returns text language sql immutable as
      $f$ select bench.word(array['Har','Mac','Del','Win','Os','Pen','Bre','Kow','Lan','Sti','Vas','Tor','Gal','Nor','Quin',
        'Rut','Fer','Mül','Cas','Zel'], n) || bench.word(array['la','ber','ri','ma','den','ko','sa','ti','vel','nan','lo',
        'du','gi','pa','res','mo','ne','chi','far','wel'], n / 20) || bench.word(array['son','ton','ez','man','ski','ley',
        'berg','ford','well','ini','er','ard','ova','ham','stad','kins','low','dale','mont','ick'], n / 400) $f$;
    create or replace function bench.company(n bigint) returns text language sql immutable as
      $f$ select bench.surname(n * 7919 % 8000) || ' ' || bench.word(array['Holdings','Insurance','Industries','Logistics',
        'Properties','Energy','Medical Group','Foods','Partners','Bank'], n / 11) || ' ' ||
        bench.word(array['LLC','Inc.','Corp.','LP','Co.'], n / 3) $f$`)
}

/** Fills a firm with records whose names, numbers, dates and states are spread as in a real one. */
export async function fillFirm(run: RunStatements, firm: number, size: FirmSize): Promise<void> {
  await fillCases(run, firm, size)
  await inBatches(Math.floor(size.cases / 2), (from, to) => run(envelopes(firm, [from, to], size)))
  await inBatches(size.items, (from, to) => run(items(firm, [from, to], size)))
}

/** Fills a firm with cases, and with what belongs to them besides filings and notices. */
export async function fillCases(run: RunStatements, firm: number, size: FirmSize): Promise<void> {
  await run(`select setseed(${(firm % 10) / 10})`)
  await fillPeople(run, firm)
  await inBatches(size.clients, (from, to) => run(clients(firm, [from, to], size)))
  await inBatches(size.matters, (from, to) => run(matters(firm, [from, to], size)))
  await inBatches(size.cases, (from, to) => run(cases(firm, [from, to], size)))
}

/** Calls `fill` for the numbers from 1 to `count`, in parts that one statement creates. */
export async function inBatches(count: number, fill: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 1; from <= count; from += batch) await fill(from, Math.min(count, from + batch - 1))
}

async function fillPeople(run: RunStatements, firm: number): Promise<void> {
  const rows = (count: number) => `from generate_series(1, ${count}) n`
  await run(`
    insert into timekeepers (firm_id, id, full_name, sort_name, email, is_attorney)
      select ${firm}, bench.id('timekeeper', ${firm}, n), 'Attorney ' || bench.surname(n * 17), bench.surname(n * 17),
        'tk' || n || '@firm${firm}.example', n % 3 > 0 ${rows(people.timekeepers)};
    insert into jurisdictions (firm_id, id, name) select ${firm}, bench.id('jurisdiction', ${firm}, n),
      'Court of ' || bench.surname(n * 13) || ' ' || n ${rows(people.jurisdictions)};
    insert into judges (firm_id, id, name, jurisdiction_id) select ${firm}, bench.id('judge', ${firm}, n),
      'Hon. ' || bench.surname(n * 29), bench.id('jurisdiction', ${firm}, 1 + n % ${people.jurisdictions})
      ${rows(people.judges)}`)
}

/** SQL for the creation time of the n-th of `count` records, over ten years. */
const moment = (n: string, count: number) => `timestamptz '2016-01-01' + ${n} * (interval '3650 days' / ${count})`

function clients(firm: number, [from, to]: readonly [number, number], { clients: count }: FirmSize): string {
  return `insert into clients (firm_id, id, created_at, updated_at, name, number, status, originating_timekeeper_id, open_date)
    select ${firm}, bench.id('client', ${firm}, n), at, at + random() * interval '300 days', bench.company(n), 'C-' || lpad(n::text, 7, '0'),
      case when random() < 0.8 then 'Active' when random() < 0.9 then 'Closed' else 'Pending' end,
      case when random() < 0.6 then bench.id('timekeeper', ${firm}, 1 + bench.pick(${people.timekeepers})) end,
      case when random() < 0.9 then at::date end
    from (select n, ${moment('n', count)} as at from generate_series(${from}, ${to}) n) made`
}

function matters(
  firm: number,
  [from, to]: readonly [number, number],
  { clients: known, matters: count }: FirmSize,
): string {
  return `insert into matters (firm_id, id, created_at, updated_at, number, name, client_id, status, billing_timekeeper_id)
    select ${firm}, bench.id('matter', ${firm}, n), at, at + random() * interval '300 days', lpad((n / 10)::text, 6, '0') || '.' || n,
      bench.company(n * 3) || bench.word(array[' employment',' lease dispute',' patents',' general counsel',' bankruptcy'], n),
      bench.id('client', ${firm}, 1 + bench.pick(${known}, 2)), case when random() < 0.7 then 'Open' else 'Closed' end,
      case when random() < 0.8 then bench.id('timekeeper', ${firm}, 1 + bench.pick(${people.timekeepers})) end
    from (select n, ${moment('n', count)} as at from generate_series(${from}, ${to}) n) made`
}

/** SQL for the name and number of the n-th case, for the case itself and for the notices about it. */
export const caseName = (n: string) =>
  `case when ${n} % 9 = 0 then 'In re ' || bench.company(${n}) else bench.surname(${n} * 31 % 8000) || ' v. ' || bench.company(${n}) end`
export const caseNumber = (n: string, serials?: number) =>
  `(1 + ${n} % 9) || ':' || lpad((16 + ${n} % 10)::text, 2, '0') || bench.word(array['-cv-','-cr-','-bk-','-mc-'], ${n}) || lpad((${n}${serials ? ` % ${serials}` : ''})::text, ${serials ? 5 : 7}, '0')`

function cases(
  firm: number,
  [from, to]: readonly [number, number],
  { matters: known, cases: count, serials }: FirmSize,
): string {
  return `insert into cases (firm_id, id, created_at, updated_at, name, case_number, jurisdiction_id, matter_id,
      assigned_timekeepers, status, reference_id, judge_id, open_date, close_date, filed_date)
    select ${firm}, bench.id('case', ${firm}, n), at, at + random() * interval '300 days', ${caseName('n')}, ${caseNumber('n', serials)},
      bench.id('jurisdiction', ${firm}, 1 + bench.pick(${people.jurisdictions})), bench.id('matter', ${firm}, 1 + bench.pick(${known}, 2)),
      array[bench.id('timekeeper', ${firm}, 1 + bench.pick(${people.timekeepers})), bench.id('timekeeper', ${firm}, 1 + n % ${people.timekeepers})],
      case when closed then 'Closed' else 'Open' end, case when random() < 0.3 then 'REF-' || n end,
      case when random() < 0.7 then bench.id('judge', ${firm}, 1 + bench.pick(${people.judges})) end,
      at::date, case when closed then (at + random() * interval '2 years')::date end, case when random() < 0.8 then at::date end
    from (select n, ${moment('n', count)} as at, random() < 0.6 as closed from generate_series(${from}, ${to}) n) made`
}

function envelopes(firm: number, [from, to]: readonly [number, number], { cases: count }: FirmSize): string {
  return `insert into envelopes (firm_id, id, created_at, case_id, event, case_name, docket_number, court_envelope_id)
    select ${firm}, bench.id('envelope', ${firm}, n), ${moment('(n * 2)', count)}, bench.id('case', ${firm}, n * 2),
      bench.word(${events}, n), ${caseName('(n * 2)')}, ${caseNumber('(n * 2)')}, 'e' || n
    from generate_series(${from}, ${to}) n`
}

export const events = `array['Notice of Appearance','Motion to Dismiss','Order','Minute Entry','Summons Issued','Answer to Complaint',
  'Stipulation','Response in Opposition','Reply Brief','Scheduling Order','Transcript','Notice of Hearing','Judgment']`

function items(firm: number, [from, to]: readonly [number, number], { cases: known, items: count }: FirmSize): string {
  return `insert into inbox_items (firm_id, id, created_at, updated_at, received_at, status, subject, sender, disposition,
      action_required, ecfx_jurisdiction_id, case_id, case_name, docket_number, event, document_count, raw_content,
      fingerprint, attempts, size, hidden)
    select ${firm}, bench.id('item', ${firm}, n), at, at, at,
      case when share < 0.97 then 'Succeeded' when share < 0.985 then 'Failed' when share < 0.999 then 'Canceled' else 'Action Required' end,
      'Activity in Case ' || ${caseNumber('k')} || ' ' || ${caseName('k')} || ' ' || event, 'ecf-notices@court' || court || '.example',
      'PROCESSED', case when share >= 0.999 then 'USER' else 'NONE' end, 'court' || court,
      case when k % 10 > 0 then bench.id('case', ${firm}, k) end, ${caseName('k')}, ${caseNumber('k')}, event, 1 + n % 4,
      md5('raw' || n), md5('item' || n) || md5('${firm}' || n), 1, 6000 + n % 9000, random() < 0.3
    from (select n, ${moment('n', count)} as at, random() as share, (1 + bench.pick(${known}, 2))::bigint as k,
        bench.pick(90) as court, bench.word(${events}, n * 7) as event
      from generate_series(${from}, ${to}) n) made`
}
