-- Why a user whom an identity provider signed in was refused here.
alter table sign_ins add column reason text;
