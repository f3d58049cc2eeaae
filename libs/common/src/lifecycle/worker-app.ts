import { Catch, type DynamicModule, type RpcExceptionFilter, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestMicroserviceOptions } from '@nestjs/common/interfaces/microservices/nest-microservice-options.interface.js';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import type { Logger } from '../logging/logger.js';
import type { ContractTransport } from '../nats/transport.js';
import { nestLogger } from '../logging/nest-logger.js';
import type { RunningApp } from './service.js';

/** Passes an error on unchanged: the transport decides by its code whether the message is delivered again. */
@Catch()
class PassErrorsOn implements RpcExceptionFilter {
  catch(error: Error): Observable<never> {
    return throwError(() => error);
  }
}

/** The Nest application of a service that serves messages only. */
export async function createWorkerApp(
  module: DynamicModule | Type,
  parts: { readonly log: Logger },
  transport: ContractTransport,
): Promise<RunningApp> {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest takes its options as a plain object
  const options: NestMicroserviceOptions & MicroserviceOptions = {
    strategy: transport,
    logger: nestLogger(parts.log),
    abortOnError: false,
  };
  const app = await NestFactory.createMicroservice(module, options);
  app.useGlobalFilters(new PassErrorsOn());
  return {
    context: app,
    listen: async () => {
      await app.listen();
    },
  };
}
