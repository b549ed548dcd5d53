-- What the browser has that brought a SAML response: with the cookie of the browser that began, it collects the session.
alter table sign_on_attempts add column return_hash text;

-- Where metadata were read: those of another address don't count. Unknown of earlier ones, which are read again.
alter table saml_metadata add column url text;
