-- Each two words that are next to each other in a text, as four of 4,096 bits: a phrase can only be where all of its bits are.
create function text_pair_bits(text) returns bit(4096) language sql immutable parallel safe as $$
  select coalesce(bit_or(set_bit(B'0'::bit(4096), ('x' || substr(hash, 1 + 3 * part, 3))::bit(12)::integer, 1)), B'0'::bit(4096))
  from (
    select distinct md5(word || ' ' || next) as hash from (
      select word, lead(word) over (order by n) as next
      from unnest(string_to_array(public.text_plain($1), ' ')) with ordinality as split (word, n)
    ) pairs where next is not null
  ) hashed, generate_series(0, 3) as part $$;

-- Null for pages read before.
alter table document_pages add column pair_bits bit(4096);
