-- Proofs of who somebody is that count once: an identity provider's assertion, a wallet's signed
-- message. They are kept until they would be refused for their age anyway.
create table internal.spent_proofs (
  kind text not null,
  id text not null,
  expires_at timestamptz not null,
  primary key (kind, id)
);
create index spent_proofs_expires_at_idx on internal.spent_proofs (expires_at);
