import { getInstallation } from '@tenbin/contract';
import { type Implementation, implementPublic } from '../../route/implement.ts';
import { installationOf } from '../../tenancy/installation-of.ts';

const handleGetInstallation = implementPublic(getInstallation, ({ query, deps, caller }) =>
  installationOf(deps, caller.visit, query.draft),
);

export const installationCalls: readonly Implementation[] = [handleGetInstallation];
