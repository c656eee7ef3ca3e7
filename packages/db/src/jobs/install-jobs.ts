import type { Engine } from '../database/engine.ts';
import { organizationSetting, tenantRoleName } from '../schema/tenancy.ts';
import { bossOver, jobSchema } from './boss.ts';
import { ownQueues, queues } from './queues.ts';

/**
 * What an organization may do with jobs: put one of its own mails, or what a browser of its users is told, into the queue,
 * in the transaction that stores what it tells, and nothing else. It sees no job, not even its own, but the id and time that the statement itself gives back.
 */
const rightsOfTenants = `
  grant usage on schema ${jobSchema} to ${tenantRoleName};
  grant select on ${jobSchema}.queue to ${tenantRoleName};
  grant insert, select (id, start_after) on ${jobSchema}.job_common to ${tenantRoleName};
  alter table ${jobSchema}.job_common enable row level security;
  drop policy if exists own_mails on ${jobSchema}.job_common;
  drop policy if exists just_put on ${jobSchema}.job_common;
  drop policy if exists put_own on ${jobSchema}.job_common;
  create policy put_own on ${jobSchema}.job_common for insert to ${tenantRoleName}
    with check (name in ('mail', 'push') and data->>'organizationId' = current_setting('${organizationSetting}'));
  drop policy if exists see_put on ${jobSchema}.job_common;
  create policy see_put on ${jobSchema}.job_common for select to ${tenantRoleName}
    using (name in ('mail', 'push') and data->>'organizationId' = current_setting('${organizationSetting}'));`;

/** Makes what jobs need, or brings it up to date. By one process at a time. */
export async function installJobs(engine: Pick<Engine, 'name' | 'jobs'>): Promise<void> {
  const boss = bossOver({ name: engine.name, jobs: engine.jobs });
  // What fails here is thrown by what was asked. Without a listener an error of its background would end the process.
  boss.on('error', () => undefined);
  await boss.start();
  try {
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const [name, rules] of Object.entries({ ...queues, ...ownQueues })) {
      const { policy: _, ...changeable } = rules;
      const queue = known.get(name);
      if (!queue) await boss.createQueue(name, rules);
      else if (Object.entries(changeable).some(([rule, value]) => queue[rule as keyof typeof changeable] !== value))
        await boss.updateQueue(name, changeable);
    }
    if (!(await haveTenantsTheirRights(engine))) await engine.jobs.script(rightsOfTenants);
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
}

/** The policies are the last of them, and all are given together or not at all. */
async function haveTenantsTheirRights({ jobs }: Pick<Engine, 'jobs'>): Promise<boolean> {
  const policies = `select 1 from pg_policies where schemaname = '${jobSchema}' and tablename = 'job_common' and policyname in ('put_own', 'see_put')`;
  return (await jobs.query('platform', policies, [], 'array')).length === 2;
}
