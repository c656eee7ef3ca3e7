-- An administrator is given a new password through the organization.
grant update (password_hash) on administrators to tenbin_tenant;
