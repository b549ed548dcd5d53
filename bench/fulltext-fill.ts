import { inBatches, type RunStatements } from './search-fill.ts'

export interface TextSize {
  documents: number
  pages: number
}

/** Texts from which pages are put together; each page has words of its own besides. */
const poolSize = 8_000
/** Words per page, as a page of a brief has. */
const wordsPerPage = 280

/**
 * Gives the firm's filings docket texts, and each two documents with their text. A few words are on nearly every page,
 * most are rare, as in real papers: some 300 words of the trade, 12,000 others, and names and numbers of each document.
 */
export async function fillTexts(run: RunStatements, firm: number, { documents, pages }: TextSize): Promise<void> {
  await run(`select setseed(0.5)`)
  await preparePool(run)
  await run(`
    update envelopes set docket_text = upper(event) || ' filed by ' || case_name || '. ' ||
      (select string_agg(bench.text_word(bench.pick(12000, 2)), ' ') from generate_series(1, 25) where envelopes.id is not null)
    where firm_id = ${firm}`)
  await inBatches(documents, (from, to) =>
    inParts(from, to, 5000, (first, last) => run(documentsOf(firm, { first, last, pages }))),
  )
}

/** One statement per part, so that none of them needs more memory than there is. */
async function inParts(
  from: number,
  to: number,
  size: number,
  fill: (first: number, last: number) => Promise<unknown>,
): Promise<void> {
  for (let first = from; first <= to; first += size) await fill(first, Math.min(to, first + size - 1))
}

async function preparePool(run: RunStatements): Promise<void> {
  await run(`
    create or replace function bench.text_word(n integer) returns text language sql immutable as
      $f$ select case when n < 60 then bench.word(array['the','court','motion','of','plaintiff','to','defendant','and','dismiss',
        'that','order','judgment','for','summary','claim','in','complaint','jurisdiction','party','case','evidence','filed',
        'discovery','counsel','rule','federal','district','trial','law','fact','contract','damages','injunction','appeal',
        'notice','hearing','response','reply','objection','exhibit','declaration','witness','testimony','settlement','class',
        'action','statute','relief','service','default','venue','personal','subject','matter','failure','state','stay',
        'sanctions','protective','affidavit'], n)
        else lower(bench.surname(n * 7)) || case when n % 3 = 0 then 'ing' when n % 5 = 0 then 'ed' else '' end end $f$;
    drop table if exists bench.pool;
    create unlogged table bench.pool as select n, text, text_words(text) as words, text_pair_bits(text) as pair_bits from (
      select n, (select string_agg(bench.text_word(bench.pick(12000, 4)), ' ') from generate_series(1, ${wordsPerPage}) where pages.n > 0)
        || case when n % 7 = 0 then ' motion to dismiss for lack of personal jurisdiction' else '' end as text
      from generate_series(1, ${poolSize}) as pages (n)
    ) made;
    alter table bench.pool add primary key (n);
    analyze bench.pool;
    do $d$ begin
      if not exists (select from pg_proc where proname = 'all_words') then
        create aggregate bench.all_words (tsvector) (sfunc = tsvector_concat, stype = tsvector, initcond = '');
      end if;
    end $d$`)
}

/** The n-th document belongs to the filing n / 2; its own words are a name and a number. */
function documentsOf(firm: number, { first, last, pages }: { first: number; last: number; pages: number }): string {
  const own = `bench.surname(d.n * 31 % 8000) || ' 3:24-cv-' || lpad((d.n % 100000)::text, 5, '0')`
  return `
    insert into documents (firm_id, id, created_at, envelope_id, position, title, verdict, file_id, size, pages)
      select ${firm}, bench.id('document', ${firm}, n), now(), bench.id('envelope', ${firm}, (n + 1) / 2), n % 2, 'Motion ' || n,
        'fetched', md5('file' || n) || md5(n::text), 100000, ${pages}
      from generate_series(${first}, ${last}) n;
    insert into document_texts (firm_id, document_id, envelope_id, file_id)
      select ${firm}, bench.id('document', ${firm}, n), bench.id('envelope', ${firm}, (n + 1) / 2), md5('file' || n) || md5(n::text)
      from generate_series(${first}, ${last}) n;
    insert into document_pages (firm_id, document_id, page, source, text, words, pair_bits)
      select ${firm}, bench.id('document', ${firm}, d.n), page, 'text', p.text || ' ' || ${own}, p.words || text_words(${own}), p.pair_bits | text_pair_bits(${own})
      from generate_series(${first}, ${last}) as d (n) cross join generate_series(1, ${pages}) page
        join bench.pool p on p.n = 1 + (d.n * 7919 + page * 104729) % ${poolSize};
    update document_texts t set status = 'read', pages = ${pages}, words = made.words from (
      select document_id, strip(bench.all_words(words)) as words from document_pages
      where firm_id = ${firm} and document_id = any(array(select bench.id('document', ${firm}, n) from generate_series(${first}, ${last}) n))
      group by 1
    ) made where t.firm_id = ${firm} and t.document_id = made.document_id`
}
