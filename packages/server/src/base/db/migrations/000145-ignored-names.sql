-- Which ignored cases are named instead of numbered is asked for every notice. Without it, all of the firm's were read.
create index ignored_cases_names_idx on ignored_cases (firm_id, ecfx_jurisdiction_id)
  where case_number ~ '[[:space:]]' or case_number !~ '[0-9]';
